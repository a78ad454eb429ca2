// The score of MDN's HTTP Observatory for pages of a server on this machine: `node score.mjs http://127.0.0.1:8080 / /fees`.
//
// It runs the same tests as the public service. This server has no TLS, so the script reports what a deployed site returns:
// plain HTTP redirects to HTTPS, and the certificate is valid.

import { writeFile } from "node:fs/promises";
import { ALL_RESULTS, ALL_TESTS, NUM_TESTS } from "@mdn/mdn-http-observatory/src/constants.js";
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from "@mdn/mdn-http-observatory/src/grader/charts.js";
import { getGradeForScore, getScoreModifier } from "@mdn/mdn-http-observatory/src/grader/grader.js";
import { parseHttpEquivHeaders } from "@mdn/mdn-http-observatory/src/retriever/utils.js";
import { Requests } from "@mdn/mdn-http-observatory/src/types.js";
import { AxiosHeaders } from "axios";

// The package downloads the HSTS preload list. An empty list is enough: no host here is on it.
const list = new URL(
  "../../conf/hsts-preload.json",
  import.meta.resolve("@mdn/mdn-http-observatory/src/analyzer/hsts.js"),
);
await writeFile(list, "{}");

const [server, ...paths] = process.argv.slice(2);
for (const path of paths) {
  const url = new URL(path, "https://www.example.com");
  const answer = await fetch(server + path, { redirect: "manual" });
  const text = await answer.text();
  const asked = await fetch(server + path, {
    method: "OPTIONS",
    headers: {
      origin: "https://http-observatory.security.mozilla.org",
      "access-control-request-method": "GET",
    },
  });
  const headersOf = (answer) => ({
    headers: new AxiosHeaders(Object.fromEntries(answer.headers)),
    request: { responseURL: url.href },
    status: answer.status,
    statusText: answer.statusText,
    verified: true,
    data: "",
    config: { headers: new AxiosHeaders() },
  });
  const requests = new Requests(url.host);
  requests.resources.path = text;
  requests.responses.auto = { ...headersOf(answer), httpEquiv: parseHttpEquivHeaders(text, url.href) };
  requests.responses.https = headersOf(answer);
  requests.responses.http = headersOf(answer);
  requests.responses.cors = headersOf(asked);
  const before = { url: new URL(`http://${url.host}${path}`), status: 301 };
  requests.responses.httpRedirects = [before, { url, status: 200 }];
  requests.responses.httpsRedirects = [{ url, status: 200 }];
  requests.session = { url, jar: { serializeSync: () => ({ cookies: [] }) } };

  let [score, extra, passed] = [100, 0, 0];
  const lost = [];
  for (const result of ALL_TESTS.map((test) => test(requests))) {
    const points = getScoreModifier(result.result);
    if (points < 0) score += points;
    else extra += points;
    if (result.pass) passed += 1;
    else lost.push(`${result.constructor.name}: ${result.result} (${points})`);
  }
  if (score >= MINIMUM_SCORE_FOR_EXTRA_CREDIT) score += extra;
  // The sum of each test's best result. The best one for session cookies isn't available to a site without cookies.
  const best = ALL_RESULTS.map(({ possibleResults }) => Math.max(...possibleResults.map(getScoreModifier)));
  const top = 100 + best.reduce((sum, points) => sum + points);
  const { grade } = getGradeForScore(score);
  console.log(`${path} ${grade} ${score} of ${top} ${passed}/${NUM_TESTS} ${lost.join(", ")}`);
}
