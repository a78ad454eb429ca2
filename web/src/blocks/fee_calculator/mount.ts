import { reactIsland } from "../../islands/react";
import { Calculator } from "./calculator";

export const mount = reactIsland(Calculator);
