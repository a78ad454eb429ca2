import { reactIsland } from "../react";
import { FeeCalculator } from "./fee_calculator";

export const mount = reactIsland(FeeCalculator);
