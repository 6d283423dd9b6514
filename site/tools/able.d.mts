export function able(): import("vite").Plugin;
