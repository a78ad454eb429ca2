// The fixture site, with its pages changed on their way: what no protocol of the three engines has in common.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Serves what is at `origin`, each page changed; its address and how to end it. */
export async function gate(origin: string, change: (html: string) => string) {
  const server = createServer(async (request, response) => {
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

/** A port of its own, at which the server listens from here on. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** A page as a browser without script sees it. */
export const withoutScript = (html: string) =>
  html.replace(/<script\b.*?<\/script>/gs, "").replace(/<\/?noscript>/g, "");
