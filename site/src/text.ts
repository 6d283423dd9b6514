// Every word of the page itself, in both languages. What the simulator says comes with its answers.
export type Language = "en" | "zh";

const en = {
  lead: "See a DaemonSet rollout before you roll it out",
  loading: "Loading the simulator…",
  badLink: {
    version: "This link was made by a newer rollscope. Reload the page, or ask for the scenario file.",
    damaged: "This link is damaged: part of it is missing or changed. Ask for it again, or for the scenario file.",
    large: "This link holds more than the 1 MiB that a scenario may have.",
  },
  panels: "Panels",
  panelFailed: "This panel cannot be loaded. Reload the page to try again.",
  lacking: "This needs the second part of the simulator, and that could not be loaded.",
  absent: "The simulator could not be loaded, so this is no more than a first picture. Check the network, then reload the page.",
  partMissing: "The second part of the simulator could not be loaded: kubectl commands, manifests, plans and other scenarios do not work. Moving, breaking things and asking about a node do.",
  tryAgain: "Try again",
  opening: "Press play: a new image rolls through, node by node.",
  play: "Play",
  pause: "Pause",
  again: "Play again",
  step: "Step",
  stepTitle: "Go on by one decision (→)",
  back: "Back",
  backTitle: "Go back by one event (←)",
  wave: "Next wave",
  waveTitle: "Go on to the controller's next deletions or creations (w)",
  end: "To the end",
  endTitle: "Go on until it is rolled out or stuck (e)",
  home: "To the beginning",
  homeTitle: "Go back to the moment the page opened at, and from there to the first (Home)",
  playTitle: "Let time pass, or stop it (Space)",
  speed: "Speed",
  nodes: "Nodes",
  counts: "Pods over time",
  ready: "Ready",
  notReady: "NotReady",
  cordoned: "cordoned",
  gone: "gone",
  noPod: "no daemon pod",
  available: "available",
  old: "old, available",
  new: "new, available",
  lost: "old, not available",
  starting: "starting or not ready",
  terminating: "terminating",
  missing: "missing",
  floor: "fewest that the budget allows",
  upToDate: "up-to-date",
  oldRevision: "old revision",
  newRevision: "new revision",
  states: {
    Pending: "pending", Waiting: "starting", NotReady: "not ready", Ready: "ready", Available: "available",
    Terminating: "terminating", Failed: "failed", Succeeded: "succeeded",
  },
  switchTo: "中文",
};

const zh: typeof en = {
  lead: "在真正推出之前，先看清 DaemonSet 的推出过程",
  loading: "正在加载模拟器…",
  badLink: {
    version: "这个链接由更新版本的 rollscope 生成。请重新加载页面，或索取场景文件。",
    damaged: "这个链接已损坏：有一部分缺失或被改动。请重新索取链接，或索取场景文件。",
    large: "这个链接中的场景超过了 1 MiB 的上限。",
  },
  panels: "面板",
  panelFailed: "无法加载此面板。请重新加载页面再试。",
  lacking: "这一步需要模拟器的第二部分，而它未能加载。",
  absent: "模拟器未能加载，这里只有最初的画面。请检查网络，然后重新加载页面。",
  partMissing: "模拟器的第二部分未能加载：kubectl 命令、清单、变更预演和其他场景暂不可用；推进与回退、制造故障、查询某个节点不受影响。",
  tryAgain: "重试",
  opening: "按下播放：新镜像将逐个节点推出。",
  play: "播放",
  pause: "暂停",
  again: "重新播放",
  step: "单步",
  stepTitle: "前进一个决定（→）",
  back: "后退",
  backTitle: "后退一个事件（←）",
  wave: "下一批",
  waveTitle: "前进到控制器下一批删除或创建（w）",
  end: "到结尾",
  endTitle: "前进到推出完成或卡住（e）",
  home: "回到开头",
  homeTitle: "回到页面打开时的时刻，再按则回到最早的时刻（Home）",
  playTitle: "让时间流逝，或停住（空格键）",
  speed: "速度",
  nodes: "节点",
  counts: "Pod 数量随时间的变化",
  ready: "Ready",
  notReady: "NotReady",
  cordoned: "已封锁",
  gone: "已消失",
  noPod: "没有守护 Pod",
  available: "可用",
  old: "旧版本，可用",
  new: "新版本，可用",
  lost: "旧版本，不可用",
  starting: "启动中或未就绪",
  terminating: "终止中",
  missing: "缺少",
  floor: "预算允许的最少可用数",
  upToDate: "已更新",
  oldRevision: "旧修订版本",
  newRevision: "新修订版本",
  states: {
    Pending: "等待调度", Waiting: "启动中", NotReady: "未就绪", Ready: "就绪", Available: "可用",
    Terminating: "终止中", Failed: "失败", Succeeded: "成功",
  },
  switchTo: "English",
};

export const sentences: Record<Language, typeof en> = { en, zh };

/** A moment such as 1m05s or 3.5s. */
export function moment(seconds: number): string {
  const s = Math.round(seconds * 10) / 10;
  if (s < 60) return `${s}s`;
  return `${Math.floor(s / 60)}m${String(Math.floor(s % 60)).padStart(2, "0")}s`;
}

/** The tag of an image. */
export function tag(image: string): string {
  const name = image.split("@")[0] ?? "";
  const colon = name.lastIndexOf(":");
  return colon > name.lastIndexOf("/") ? name.slice(colon + 1) : "latest";
}
