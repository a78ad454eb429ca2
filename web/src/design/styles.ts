// The styles that every page carries, in their order.

import base from "./base.css?inline";
import parts from "./parts.css?inline";
import print from "./print.css?inline";
import shell from "./shell.css?inline";
import tokens from "./tokens.css?inline";

export const sharedStyles = tokens + base + parts + shell + print;
