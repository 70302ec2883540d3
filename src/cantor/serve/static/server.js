// Talking to the server: JSON in, JSON out, and one kind of error.

/** What went wrong; `code` is the server's, or "offline" where there was no answer at all. */
export class Trouble extends Error {
  constructor(code, message, retryAfter = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** POST some JSON. An aborted request throws an AbortError, everything else a Trouble. */
export async function post(path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("offline", "The server does not answer.");
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && answer) return answer;
  const { code = "unknown", message = `The server answered ${response.status}.` } = answer?.error ?? {};
  const seconds = Number(response.headers.get("retry-after"));
  throw new Trouble(code, message, seconds > 0 ? seconds : null);
}

const RETRIES = 3;

/** Where the server is full, wait as long as it says and ask again, a few times; `told(seconds)` hears of it. */
export async function patiently(ask, signal, told = () => {}) {
  for (let left = RETRIES; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (!error.retryAfter || !left || error.code === "timeout") throw error;
      told(error.retryAfter);
      await new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, 1000 * error.retryAfter);
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
    }
  }
}
