// Entry of a table's page.

import { mount } from "./app/mount";
import { tableAtAddress } from "./table/page";

mount(tableAtAddress());
