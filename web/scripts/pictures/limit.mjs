// How much is made at once.

import pLimit from "p-limit";
import sharp from "sharp";

// One thread for each picture: the same bytes on every machine, and two pictures keep two cores busy.
sharp.concurrency(1);

/** Runs a task as soon as fewer than two others run. A task must not wait for another one. */
export const limited = pLimit(2);
