// How much is made at once.

import sharp from "sharp";

const AT_ONCE = 2;

// One thread for each picture: the same bytes on every machine, and two pictures keep two cores busy.
sharp.concurrency(1);

let running = 0;
/** @type {(() => void)[]} */
const waiting = [];

/**
 * Runs a task as soon as fewer than two others run. A task must not wait for another one.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function limited(task) {
  if (running < AT_ONCE) running += 1;
  else await new Promise((turn) => waiting.push(() => turn(undefined)));
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
