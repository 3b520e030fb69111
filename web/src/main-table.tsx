// Where the page of a table starts.

import { begin } from "./app/mount";
import { tableHere } from "./table/page";

begin(tableHere());
