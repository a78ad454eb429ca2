// Limits the number of pictures that are made at once.

import pLimit from "p-limit";
import sharp from "sharp";

// One thread for each picture: the same bytes on every machine, and two pictures keep two cores busy.
sharp.concurrency(1);

/** Runs a task once fewer than two others are running. A task must not wait for another one. */
export const limited = pLimit(2);
