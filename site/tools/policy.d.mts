export function policy(): import("vite").Plugin;
