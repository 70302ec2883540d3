"""What each decoder says, by the book: one problem alone, nothing kept from one token to the next."""

import math

import torch

from helpers.written import batch_of


def scores(model, tokenizer, problem, tokens):
    """The scores of each token of a sequence after those before it. -> [S, V]"""
    batch = batch_of(model, tokenizer, [problem])
    ids = batch.tokens[0]
    text = model.encoder(input_ids=ids[None]).last_hidden_state[0]  # [T, d]
    numbers = batch.pooling[0] @ text
    hidden = HIDDEN[model.config.system](model, ids, text, numbers, tokens)  # [S, d]
    keys = torch.cat([model.pointer.learned, model.pointer.number(numbers)])
    return model.pointer.query(hidden) @ keys.T / math.sqrt(model.size)


def read(model, numbers, tokens):
    """What the decoder reads: the start, then all tokens but the last. -> [S, d]"""
    table = torch.cat([model.embeddings.learned, model.embeddings.norm(model.embeddings.number(numbers))])
    return torch.stack([model.embeddings.start, *(table[token] for token in tokens[:-1])])


def attend(attention, query, keys):
    """One query [d] over keys [K, d]. -> [d]"""
    q, k, v = attention.query(query), attention.key(keys), attention.value(keys)
    size = len(query) // attention.heads
    parts = []
    for head in range(attention.heads):
        part = slice(head * size, (head + 1) * size)
        weights = (k[:, part] @ q[part] / math.sqrt(size)).softmax(0)
        parts.append(weights @ v[:, part])
    return attention.out(torch.cat(parts))


def lstm(model, _, text, numbers, tokens):
    first = model.first(text[0]).tanh().view(2, model.layers, -1)
    hidden, cell = list(first[0]), list(first[1])
    said = []
    for x in read(model, numbers, tokens):
        for layer in range(model.layers):
            w_in, w_on, b_in, b_on = (
                getattr(model.lstm, f"{name}_l{layer}")
                for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            into, forget, new, out = (w_in @ x + b_in + w_on @ hidden[layer] + b_on).chunk(4)
            cell[layer] = forget.sigmoid() * cell[layer] + into.sigmoid() * new.tanh()
            x = hidden[layer] = out.sigmoid() * cell[layer].tanh()
        said.append(model.joined(torch.cat([x, attend(model.attention, x, text)])).tanh())
    return torch.stack(said)


def blocks(decoder, v, text, sees):
    """sees(i) says which tokens token i looks at."""
    v = v + decoder.positions[: len(v)]
    for block in decoder.blocks:
        normed = block.norms[0](v)
        v = v + torch.stack([attend(block.self_attention, x, normed[sees(i)]) for i, x in enumerate(normed)])
        v = v + torch.stack([attend(block.cross_attention, block.norms[1](x), text) for x in v])
        v = v + block.feed_forward(block.norms[2](v))
    return decoder.norm(v)


def transformer(model, _, text, numbers, tokens):
    return blocks(model.decoder, read(model, numbers, tokens), text, lambda i: slice(i + 1))


def nar(model, _, text, __, tokens):
    return blocks(model.decoder, torch.zeros(len(tokens), model.size), text, lambda i: slice(None))


def causal(model, ids, _, numbers, tokens):
    """The model as one reads about it: everything at once, no cache, no padding, no positions given."""
    given = torch.cat([model.encoder.get_input_embeddings()(ids), read(model, numbers, tokens)])
    return model.encoder(inputs_embeds=given[None]).last_hidden_state[0, len(ids) :]


HIDDEN = {"seq-lstm": lstm, "seq-transformer": transformer, "vanilla-nar": nar, "causal-lm": causal}
