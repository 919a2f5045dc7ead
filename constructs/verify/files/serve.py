"""Serves a small model of random weights by vLLM, asks it as clients do, and prints how soon and how fast it answers.

Nothing is fetched: the model's shape and a vocabulary of made-up words are written beside this file.
"""

import argparse
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time

WORDS = 1024
MODEL = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 8,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "max_position_embeddings": 4096,
    "vocab_size": WORDS,
    "rms_norm_eps": 1e-5,
    "hidden_act": "silu",
    "tie_word_embeddings": False,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "torch_dtype": "bfloat16",
}


def write_model(folder):
    os.makedirs(folder, exist_ok=True)
    words = ["<unk>", "<s>", "</s>"] + [f"w{at}" for at in range(3, WORDS)]
    files = {
        "config.json": MODEL,
        "tokenizer.json": {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [],
            "normalizer": None,
            "pre_tokenizer": {"type": "Whitespace"},
            "post_processor": None,
            "decoder": None,
            "model": {"type": "WordLevel", "vocab": {word: at for at, word in enumerate(words)}, "unk_token": "<unk>"},
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "bos_token": "<s>",
            "eos_token": "</s>",
            "unk_token": "<unk>",
            "model_max_length": MODEL["max_position_embeddings"],
        },
    }
    for name, value in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf8") as file:
            json.dump(value, file)


def is_well(port):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except OSError:
        return False


def ask(port, seed, prompt, tokens, limit):
    """One request. Returns seconds until the first token and until the last one, and how many there were."""
    body = {
        "model": "check",
        "prompt": [3 + (seed * 7919 + at) % (WORDS - 3) for at in range(prompt)],
        "max_tokens": tokens,
        "ignore_eos": True,
        "temperature": 0,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    begun = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=limit)
    connection.request("POST", "/v1/completions", json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError(f"status {answer.status}: {answer.read(200).decode('utf8', 'replace')}")
    first, count, ended = None, None, False
    for line in answer:
        if not line.startswith(b"data:"):
            continue
        text = line[5:].strip()
        if text == b"[DONE]":
            ended = True
            break
        event = json.loads(text)
        if event.get("error"):
            error = event["error"]
            raise RuntimeError(str(error.get("message", error)) if isinstance(error, dict) else str(error))
        if first is None and event.get("choices"):
            first = time.monotonic() - begun
        if event.get("usage"):
            count = event["usage"]["completion_tokens"]
    if not ended or first is None or count is None:
        raise RuntimeError("the answer is cut")
    return first, time.monotonic() - begun, count


def words_of(log):
    """What the server said last of an error, or last of all."""
    with open(log.name, encoding="utf8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return ([line for line in lines if "Error" in line] or lines or ["it said nothing"])[-1][:300]


def end_of(server, log):
    """How the server ended; None: it has not."""
    try:
        code = server.wait(0.2)
    except subprocess.TimeoutExpired:
        return None
    return f"the server ended ({f'signal {-code}' if code < 0 else f'exit code {code}'}): {words_of(log)}"


def load(port, clients, each, prompt, tokens, limit, why):
    """So many clients at one time, each with some requests after each other; prints one line, and what failed. why: how the server ended."""
    done, faults, lock = [], [], threading.Lock()

    def client(number):
        for at in range(each):
            try:
                one = ask(port, number * 1000 + at, prompt, tokens, limit)
                with lock:
                    done.append(one)
            except Exception as error:  # whatever it is, it is told
                with lock:
                    faults.append(str(error) or type(error).__name__)

    begun = time.monotonic()
    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - begun
    firsts = sorted(first for first, _, _ in done)
    line = {"clients": clients, "requests": clients * each, "failed": len(faults), "short": sum(count != tokens for _, _, count in done)}
    if firsts:
        line["firstMs"] = f"{firsts[len(firsts) // 2] * 1000:.2f}"
        line["worstMs"] = f"{firsts[-1] * 1000:.2f}"
        line["rate"] = f"{sum(count for _, _, count in done) / seconds:.2f}"
    print(" ".join(f"{key}={value}" for key, value in line.items()))
    if faults:
        print("fault: " + " ".join((why() or faults[0]).split())[:400])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpus", type=int, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--wait", type=int, default=900)
    parser.add_argument("--clients", default="1,8,64")
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--prompt", type=int, default=512)
    parser.add_argument("--tokens", type=int, default=128)
    options = parser.parse_args()
    folder = os.path.join(os.getcwd(), "model")
    write_model(folder)
    # a container's user may have no name, which vLLM asks for
    environment = {"USER": "check", "HOME": os.getcwd(), "VLLM_NO_USAGE_STATS": "1", "HF_HUB_OFFLINE": "1", **os.environ}
    command = ["vllm", "serve", folder, "--served-model-name", "check", "--load-format", "dummy", "--host", "127.0.0.1"]
    command += ["--port", str(options.port), "--tensor-parallel-size", str(options.gpus), "--max-model-len", "2048"]
    begun = time.monotonic()
    with open("server.log", "w", encoding="utf8") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        try:
            while not is_well(options.port):
                ended = server.poll() is not None
                if ended or time.monotonic() - begun > options.wait:
                    print(f"server={'ended' if ended else 'late'}\nserver: {words_of(log)}")
                    return
                time.sleep(0.2)
            print(f"server=well gpus={options.gpus} seconds={time.monotonic() - begun:.1f}")
            # compiles what the first request needs
            asked = (options.prompt, options.tokens, 300, lambda: end_of(server, log))
            load(options.port, 1, 1, *asked)
            for clients in options.clients.split(","):
                load(options.port, int(clients), options.each, *asked)
            print("end=yes")
        finally:
            try:
                os.killpg(server.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
