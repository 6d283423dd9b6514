// Amounts and names as people write them.
import type { Wait } from "./protocol";

/** Thousandths of a core as cores: 0.1, 4. */
export function cores(milli: number): string {
  return String(Math.round(milli) / 1000);
}

/** Bytes with the largest binary unit that keeps three digits. */
export function bytes(count: number): string {
  const units = ["", "Ki", "Mi", "Gi", "Ti"];
  let at = 0;
  while (count >= 1024 && at < units.length - 1) {
    count /= 1024;
    at++;
  }
  return `${count >= 100 ? Math.round(count) : Math.round(count * 10) / 10}${units[at]}`;
}

/** The last part of an image's name, without tag and digest. */
export function imageName(image: string): string {
  const name = (image.split("@")[0] ?? "").split("/").at(-1) ?? "";
  return name.split(":")[0] ?? name;
}

/** A node's name without its domain, which all of them share. */
export function hostName(name: string): string {
  const first = name.split(".")[0] ?? name;
  return /^\d*$/.test(first) ? name : first;
}

/** What is waited for, by name, each once; more says that there are others. */
export function namesOf(waits: Wait[], more: (n: number) => string): string {
  const all = [...new Set(waits.map((w) => (w.node ? hostName(w.node) : (w.pod ?? w.set))))];
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ` ${more(all.length - 3)}` : "");
}
