// The styles that every page carries, in their order, and those that come once it has been painted.

import base from "./base.css?inline";
import parts from "./parts.css?inline";
import popovers from "./popovers.css?inline";
import print from "./print.css?inline";
import shell from "./shell.css?inline";
import tokens from "./tokens.css?inline";

export const sharedStyles = tokens + base + parts + shell;

/** Nothing that can be seen on the screen before it is asked for. */
export const lateStyles = popovers + print;
