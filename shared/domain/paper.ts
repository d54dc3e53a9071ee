/** Width and height in inches, upright. */
export const paperInches = {
  A4: [8.27, 11.7],
  Letter: [8.5, 11],
} as const;
export type PaperSize = keyof typeof paperInches;
export const paperSizes = Object.keys(paperInches) as [PaperSize, ...PaperSize[]];

export const pageMarginInches = { top: 0.6, bottom: 0.7, left: 0.6, right: 0.6 } as const;
