const en = { events: "Events, newest first", none: "Nothing has happened yet." };
const zh: typeof en = { events: "事件，最新的在前", none: "还没有发生任何事。" };
export const sentences = { en, zh };
