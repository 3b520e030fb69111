// Where the page of a table starts.

import { begin } from "./begin";
import { tableHere } from "./pages/table";

begin(tableHere());
