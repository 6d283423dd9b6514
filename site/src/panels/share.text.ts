const en = {
  link: "Link",
  linkAbout: "Everything is in the link itself: nodes, manifests, every command so far, and this moment. Nothing is stored anywhere.",
  make: "Make a link and copy it",
  copied: "Copied.",
  copyByHand: "The browser does not let the page copy. Select the link and copy it.",
  size: (n: number) => `${n.toLocaleString("en")} characters.`,
  long: "Some chat programs cut links of this length; the scenario file is safer.",
  embed: "For a page of your own",
  files: "Files",
  saved: "Saved",
  file: { scenario: "Scenario", svg: "Picture (SVG)", png: "Picture (PNG)", markdown: "Markdown", cast: "Recording (asciicast)" },
};

const zh: typeof en = {
  link: "链接",
  linkAbout: "一切都在链接里：节点、清单、到目前为止的每条命令，以及当前时刻。不会存储在任何地方。",
  make: "生成链接并复制",
  copied: "已复制。",
  copyByHand: "浏览器不允许页面复制。请选中链接后自行复制。",
  size: (n: number) => `${n.toLocaleString("zh-CN")} 个字符。`,
  long: "有些聊天软件会截断这么长的链接；用场景文件更稳妥。",
  embed: "嵌入你自己的页面",
  files: "文件",
  saved: "已保存",
  file: { scenario: "场景文件", svg: "图片（SVG）", png: "图片（PNG）", markdown: "Markdown", cast: "录像（asciicast）" },
};

export const sentences = { en, zh };
