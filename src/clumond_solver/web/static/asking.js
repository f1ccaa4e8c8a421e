// Questions to the server: JSON there and back, or an answer that comes in parts.

export class Refusal extends Error {}

async function post(name, question, signal, accept = "application/json") {
  let response;
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("The explorer's server does not answer. Is it still running?");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? `The server answers ${response.status}.`);
}

export async function ask(name, question, signal) {
  return (await post(name, question, signal)).json();
}

// Calls `tell` with every part, as server-sent events bring them.
export async function follow(name, question, signal, tell) {
  const reader = (await post(name, question, signal, "text/event-stream")).body
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const told = JSON.parse(event.slice("data: ".length));
      if (told.error) throw new Refusal(told.error);
      tell(told.answer ?? told.part);
    }
  }
}
