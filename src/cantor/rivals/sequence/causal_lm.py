"""`causal-lm`: a decoder-only language model that reads a problem and goes on with its equation, as GPT-2.

Any causal Hugging Face model serves as `encoder`. Equation tokens are not its own: they enter it as vectors
of a table beside it, right after the problem's tokens, and a softmax over that table says what comes next.

Shapes: B problems, W sequences of each, S tokens, T tokens of text, N numbers, H heads, h a head's size,
d hidden.
"""

from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, cast

import torch
from torch import Tensor, nn
from transformers import DynamicCache

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.rivals.prefix import Grammar
from cantor.rivals.sequence.sequential import Sequential


@dataclass(frozen=True, slots=True)
class Memory:
    """The model's own cache, of B * W rows, and which of its places are no padding."""

    cache: DynamicCache
    mask: Tensor  # [B, W, places so far]
    position: Tensor  # [B, W]: that of the next token

    def rows(self, parent: Tensor) -> "Memory":
        size, count, _ = self.mask.shape
        if count == 1 == parent.shape[1]:
            return self
        problem = torch.arange(size, device=parent.device)[:, None]
        chosen = cast(torch.LongTensor, (problem * count + parent).flatten())
        self.cache.reorder_cache(chosen)
        return replace(self, mask=self.mask[problem, parent], position=self.position[problem, parent])


class CausalLm(Sequential[Memory]):
    """Problem and equation are one text to the model; what it keeps of the problem is read once.

    That is why what `read` returns holds, beside each token's last hidden state, the keys and values of all
    layers: [B, T, d + those]. Padding stands before the text, so that the equation follows it at once, also
    to layers that look back over a window of places.
    """

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        shapes = _cache_shapes(encoder)
        super().__init__(_with_room(config, encoder), encoder, scale=_embedding_scale(encoder))
        self.shapes = shapes  # (H, h) of each layer's keys and values, one after the other
        self.takes_positions = "position_ids" in signature(encoder.forward).parameters

    def encode(self, batch: Batch) -> Tensor:
        source, mask = _padding_first(batch)
        tokens = batch.tokens.masked_fill(~batch.token_mask, 0).gather(1, source)  # none may be for padding
        cache = DynamicCache()
        if not tokens.numel():  # an empty text, with no special tokens around it
            return self.embeddings.learned.new_zeros(*tokens.shape, self._width)
        position = (mask.cumsum(1) - 1).clamp(min=0)
        hidden = self._run(cache, mask, position, input_ids=tokens)
        kept = [x.transpose(1, 2).flatten(2) for layer in cache for x in layer[:2]]  # [B, T, H * h]
        return torch.cat([hidden, *kept], -1)

    def numbers(self, text: Tensor, batch: Batch) -> Tensor:
        source, _ = _padding_first(batch)
        pooling = batch.pooling.gather(2, source[:, None].expand_as(batch.pooling))
        return pooling @ text[..., : self.size]

    def begin(self, text: Tensor, batch: Batch) -> Memory:
        _, mask = _padding_first(batch)
        kept, at = [], self.size
        for heads, size in self.shapes:
            part = text[..., at : at + heads * size]
            kept.append(part.reshape(*part.shape[:2], heads, size).transpose(1, 2))  # [B, H, T, h]
            at += heads * size
        cache = DynamicCache()
        for layer, (keys, values) in enumerate(zip(kept[::2], kept[1::2], strict=True)):
            cache.update(keys, values, layer)
        return Memory(cache, mask[:, None], mask.sum(1, keepdim=True))

    def extend(self, state: Memory, read: Tensor) -> tuple[Tensor, Memory]:
        more = read.shape[2]
        mask = torch.cat([state.mask, state.mask.new_ones(*read.shape[:3])], -1)
        position = state.position[..., None] + torch.arange(more, device=read.device)  # [B, W, S]
        hidden = self._run(
            state.cache, mask.flatten(0, 1), position.flatten(0, 1), inputs_embeds=read.flatten(0, 1)
        )
        return hidden.view(read.shape), Memory(state.cache, mask, state.position + more)

    def _run(self, cache: DynamicCache, mask: Tensor, position: Tensor, **given: Tensor) -> Tensor:
        """The last hidden states; the cache grows. mask [rows, all places], position [rows, new places]"""
        if self.takes_positions:  # else they follow from the mask
            given["position_ids"] = position
        out = self.encoder(attention_mask=mask.long(), past_key_values=cache, use_cache=True, **given)
        hidden: Tensor = out.last_hidden_state
        return hidden

    @property
    def _width(self) -> int:
        return self.size + sum(heads * size for heads, size in self.shapes)


def _padding_first(batch: Batch) -> tuple[Tensor, Tensor]:
    """From which place of the batch each place comes when padding is moved to the front, and the new mask.

    -> [B, T], [B, T]
    """
    length, places = batch.token_mask.sum(1, keepdim=True), batch.token_mask.shape[1]
    source = (torch.arange(places, device=length.device) + length) % max(1, places)
    return source, batch.token_mask.gather(1, source)


def _with_room(config: ModelConfig, encoder: Any) -> ModelConfig:
    """Texts no longer than leaves positions for the longest equation."""
    positions = getattr(encoder.config, "max_position_embeddings", None)
    if positions is None:
        return config
    equation = Grammar(config).longest
    if positions - equation < 3:
        raise ModelError(
            f"graph_size {config.graph_size} means equations of up to {equation} tokens; that leaves no room "
            f"for a problem in the model's {positions} positions: choose a smaller graph_size"
        )
    return replace(config, max_tokens=min(config.max_tokens, positions - equation))


def _embedding_scale(encoder: Any) -> float:
    """How large the vectors are that the model is used to."""
    return float(encoder.get_input_embeddings().weight.detach().std())


@torch.no_grad()
def _cache_shapes(encoder: Any) -> list[tuple[int, int]]:
    """Heads and their size, of the keys and the values of each layer: found by asking for two tokens.

    Refuses a model that has no such cache, or whose first token knows of the second.
    """
    training, cache = encoder.training, DynamicCache()
    encoder.eval()
    try:
        table = encoder.get_input_embeddings().weight
        given = torch.stack([table[[0, 0]], table[[0, 1]]])  # [2, 2, d]
        hidden = encoder(inputs_embeds=given, past_key_values=cache, use_cache=True).last_hidden_state
        shapes = [(x.shape[1], x.shape[3]) for layer in cache for x in layer[:2]]
        causal = torch.allclose(hidden[0, 0], hidden[1, 0], atol=1e-5) and hidden.shape == given.shape
    except (TypeError, ValueError, RuntimeError, AttributeError):
        shapes, causal = [], False
    finally:
        encoder.train(training)
    if not shapes or not causal or encoder.config.hidden_size != given.shape[-1]:
        raise ModelError(
            f"causal-lm continues a text, which {encoder.config.model_type!r} cannot; give a causal language "
            "model as the encoder, such as gpt2"
        )
    return shapes
