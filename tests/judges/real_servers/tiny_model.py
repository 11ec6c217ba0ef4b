"""A tiny model, made at random and taught one answer. Run with the packages of `transformers_serve`, not with Parvis'.

`python tiny_model.py FOLDER ANSWER`
"""

from __future__ import annotations

import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

# Only the end of a prompt is given to the model, so that it can learn its answer in seconds.
_TEMPLATE = "{{ messages[-1]['content'][-12:] }}\nassistant: "
_STEPS, _SURE = 600, 0.002


def main(folder: str, answer: str) -> None:
    """Make it, teach it, and save it."""
    torch.manual_seed(7)
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate(["<s>", "</s>", *letters])}
    plain = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    plain.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=plain, bos_token="<s>", eos_token="</s>", pad_token="</s>")
    tokenizer.chat_template = _TEMPLATE
    size = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=len(vocabulary), bos_token_id=0, eos_token_id=1, **size))
    taught = [*tokenizer.encode(answer), 1]
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(_STEPS):
        before = torch.randint(2, len(vocabulary), (4, 12))
        prompt = torch.cat([before, torch.tensor([tokenizer.encode("\nassistant: ")] * 4)], dim=1)
        whole = torch.cat([prompt, torch.tensor([taught] * 4)], dim=1)
        wanted = whole.clone()
        wanted[:, : prompt.shape[1]] = -100
        loss = model(input_ids=whole, labels=wanted).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < _SURE:
            break
    print(f"loss {loss.item():.4f}")
    model.generation_config.do_sample = False
    model.generation_config.max_new_tokens = 200
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
