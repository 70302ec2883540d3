"""The rival that combines two operands at a time, from the leaves up."""
