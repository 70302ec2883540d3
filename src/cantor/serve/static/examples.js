// Problems to begin with: our own sentences.

export const EXAMPLES = [
  {
    name: "The bakery",
    text: "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?",
  },
  {
    name: "Two readers",
    text: "Mina has read 84 pages of her book. Jonas has read 37 pages fewer than Mina. How many pages have they read together?",
  },
  {
    name: "A fair share",
    text: "Five friends pick 135 plums and keep 15 of them for a cake. They share the rest equally. How many plums does each friend get?",
  },
  {
    name: "A winter coat",
    text: "A coat costs $80. In January it is sold for 25% less. How much does it cost in January?",
  },
  {
    name: "At first",
    text: "After Lena gave 17 of her stamps to her brother, she had 46 stamps left. How many stamps did she have at first?",
  },
  {
    name: "A long ride",
    text: "A train travels 60 miles in each hour. How many miles does it travel in 2 1/2 hours?",
  },
];
