import { createCallSite } from "../commands/call-running-site.ts";
import { type Finding, OTHER_KEYS, ok, reasonOf, warning } from "./findings.ts";

/** Whether the running site knows where postcodes are. */
export const checkPostcodes = async (address: string, key: string): Promise<Finding> => {
  try {
    const { loaded, sectors } = await createCallSite(address, key)<{
      loaded: boolean;
      sectors: number;
    }>("POST", "/rest/v1/rpc/count_postcodes", {});
    return loaded
      ? ok(`Postcodes: ${sectors.toLocaleString("en-GB")} sectors loaded`)
      : warning(
          "Postcodes: none are loaded, so those of a town are all measured from its middle",
          "Run: npm run postcodes -- FILE (docs/operations.md, Postcodes)",
        );
  } catch (error) {
    return warning(`Postcodes: they could not be counted: ${reasonOf(error)}`, OTHER_KEYS);
  }
};
