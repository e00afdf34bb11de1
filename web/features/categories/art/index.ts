// Apart from the picker, because cards need no more than this.
export { drawing, tradeArt } from "./trade-art.ts";
