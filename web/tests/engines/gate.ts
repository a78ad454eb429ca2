// The fixture site, with its pages changed on the way: the engines share no protocol that can do this.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/**
 * Serves the site at `origin` with each page changed, and without the files whose addresses match `blocked`; returns its
 * address and a function that ends it.
 */
export async function gate(origin: string, change: (html: string) => string, blocked?: RegExp) {
  const server = createServer(async (request, response) => {
    if (blocked?.test(request.url ?? "")) {
      request.socket.destroy();
      return;
    }
    const answer = await fetch(origin + request.url);
    const type = answer.headers.get("content-type") ?? "";
    const policy = answer.headers.get("content-security-policy");
    response.writeHead(answer.status, {
      "content-type": type,
      ...(policy && { "content-security-policy": policy }),
    });
    const isPage = type.startsWith("text/html");
    response.end(isPage ? change(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
  });
  return { address: `http://127.0.0.1:${await portOf(server)}`, close: () => server.close() };
}

/** Listens on a free port, and returns it. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

export const unchanged = (html: string) => html;

/** Changes a page to what a browser without scripts shows. */
export const withoutScript = (html: string) =>
  html.replace(/<script\b.*?<\/script>/gs, "").replace(/<\/?noscript>/g, "");
