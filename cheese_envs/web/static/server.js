// Speaks to the server. An answer that is no success becomes an Error with the server's words.

async function ask(path, options = {}, read = (answer) => answer.json()) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", ...options });
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({}));
    const problem = new Error(body.error || `The server answers ${answer.status}.`);
    problem.status = answer.status;
    throw problem;
  }
  return read(answer);
}

export const get = (path) => ask(path);

// As it is: reading a number and writing it again could change it.
export const getBlob = (path) => ask(path, {}, (answer) => answer.blob());

export const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: body instanceof Blob ? body : JSON.stringify(body),
  });
