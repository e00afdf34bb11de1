// Apart from the picker, because cards need no more than this.
export { tradeArt } from "./trade-art.ts";
