// What is wrong with a manifest, in a Chinese sentence of our own that names the field. What the API server
// says, word for word, stands behind it. Loaded when the page speaks Chinese.
import type { Problem } from "../manifests.svelte";
import { shortName } from "./fields.zh";
import { hintInChinese } from "./hints.zh";

/** What each kind of mistake means; {} is the field. */
const kinds: Record<string, string> = {
  "Required value": "{} 必须填写",
  "Invalid value": "{} 的值无效",
  Forbidden: "{} 在这里不允许设置",
  "Duplicate value": "{} 与前面的重复",
  "Not found": "{} 指向的东西不存在",
  "Unsupported value": "{} 不支持这个值",
  "Too long": "{} 太长",
  "Too many": "{} 的项数太多",
  Warning: "{}：API 服务器会接受，但会发出警告",
  "Unknown field": "{} 不存在",
  "Duplicate field": "{} 写了两次",
  "Wrong type": "{} 的类型不对",
  "Number range": "{} 的数值超出范围",
  "Bad quantity": "{} 不是合法的数量，例如 100m、1.5、200Mi",
  "Bad time": "{} 不是合法的时间",
  "Bad value": "{} 的值无法读取",
  "Not an object": "这里不是一个对象：对象要有 apiVersion、kind 和 metadata",
  "Missing kind": "缺少 kind",
  "Missing API version": "缺少 apiVersion",
  "Unknown kind": "没有这种 kind，或者 apiVersion 不对",
  Patch: "这是给 kustomize 的补丁，不是完整的对象",
  "Generate name": "{}：kubectl apply 需要 metadata.name",
  "Curly quotes": "{} 中的弯引号会成为值的一部分",
  "Too large": "文件太大",
  "Too deep": "嵌套太深",
  Encoding: "文件不是 UTF-8 编码",
  Empty: "这里没有内容",
  Separator: "文档分隔符写法不对，应为单独一行的 ---",
  Directive: "不支持这种 YAML 指令",
  "Control character": "有看不见的控制字符",
  Template: "模板表达式没有被替换",
  Tab: "YAML 不能用制表符缩进",
  Indentation: "缩进不对",
  "Missing space": "冒号后面缺少空格",
  "Missing colon": "缺少冒号",
  "Look alike": "这个字符只是看起来像正确的字符，例如全角标点",
  "Unclosed quote": "引号没有闭合",
  "Unclosed bracket": "括号没有闭合，或者缺少逗号",
  "Needs quotes": "这个值要加引号，否则 YAML 会把它当成别的东西",
  Escape: "反斜杠转义不对",
  "Unknown anchor": "引用的锚点不存在",
  "Alias growth": "别名展开后太大",
  "Alias loop": "锚点包含了自己",
  "Bad merge": "<< 后面必须是映射",
  "Bad key": "键必须是文本",
  "Trailing content": "后面多出了 kubectl 不会读取的内容",
  "YAML syntax": "YAML 语法错误",
  "JSON syntax": "JSON 语法错误",
};

/** What the words of the API server mean, the more special first; $1 is what the pattern catches. */
const said: [RegExp, string][] = [
  [/field is immutable|may not be (updated|changed in an update)|cannot be (modified|cleared) once set/, "{} 创建后不能修改"],
  [/`selector` does not match template `labels`/, "{} 不对：模板的标签必须包含 selector 的全部标签"],
  [/empty selector is invalid/, "{} 不能为空：DaemonSet 必须选择自己的 Pod"],
  [/cannot be 0 when maxSurge is 0|may not be 0 when/, "{} 与 maxSurge 不能都是 0，否则什么也替换不了"],
  [/may not be set when maxUnavailable is non-zero/, "{} 与 maxUnavailable 不能同时非 0"],
  [/must not be greater than 100%/, "{} 不能超过 100%"],
  [/a valid percent string/, "{} 应为整数或百分比，例如 1 或 10%"],
  [/activeDeadlineSeconds in DaemonSet/, "{}：DaemonSet 不支持它"],
  [/name or generateName is required/, "{} 必须填写"],
  [/must specify a handler type/, "{} 必须指定一种探测方式：httpGet、tcpSocket、exec 或 grpc"],
  [/may not specify more than 1 handler type/, "{} 只能指定一种探测方式"],
  [/must specify a volume type/, "{} 必须指定卷的类型，例如 hostPath"],
  [/may not specify more than 1 volume type/, "{} 只能指定一种卷"],
  [/must match `containerPort` when `hostNetwork` is true/, "{}：使用 hostNetwork 时 hostPort 必须与 containerPort 相同"],
  [/operator must be Exists when `key` is empty/, "{}：没有 key 时 operator 必须是 Exists"],
  [/value must be empty when `operator` is 'Exists'/, "{}：operator 为 Exists 时不能写 value"],
  [/effect must be 'NoExecute' when `tolerationSeconds` is set/, "{}：写了 tolerationSeconds 时 effect 必须是 NoExecute"],
  [/must be specified when `operator` is 'In' or 'NotIn'/, "{}：operator 为 In 或 NotIn 时必须写 values"],
  [/may not be specified when `operator` is 'Exists' or 'DoesNotExist'/, "{}：operator 为 Exists 或 DoesNotExist 时不能写 values"],
  [/must be specified single value when `operator` is 'Lt' or 'Gt'/, "{}：operator 为 Lt 或 Gt 时必须恰好写一个值"],
  [/must have at least one node selector term/, "{} 至少要有一项"],
  [/not a valid (label |field )?selector operator/, "{} 不是合法的运算符"],
  [/may not be specified when `value` is not empty/, "{}：value 与 valueFrom 只能写一个"],
  [/may not have more than one field specified at a time/, "{} 只能写其中一个字段"],
  [/must specify one of: (.*)/, "{} 必须写其中之一：$1"],
  [/must be less than or equal to (\S+) limit/, "{}：请求量不能大于上限"],
  [/cannot set `allowPrivilegeEscalation` to false and `privileged` to true/, "{}：特权容器不能同时禁止提升权限"],
  [/cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN/, "{}：加了 CAP_SYS_ADMIN 就不能禁止提升权限"],
  [/taints must be unique by key and effect pair/, "{}：键和效果都相同的污点只能有一个"],
  [/must be unique/, "{} 必须唯一"],
  [/must be between (\S+) and (\S+), inclusive/, "{} 必须在 $1 到 $2 之间"],
  [/must be in the range (\S+)-(\S+)/, "{} 必须在 $1 到 $2 之间"],
  [/must be greater than or equal to 0/, "{} 不能是负数"],
  [/must be greater than 0/, "{} 必须大于 0"],
  [/must be no more than (\d+) (characters|bytes)/, "{} 太长：最多 $1 个字符"],
  [/may not be more than (\d+) bytes/, "{} 太长：最多 $1 字节"],
  [/must have at most (\d+) items/, "{} 的项数太多：最多 $1 项"],
  [/supported values: (.*)/, "{} 不支持这个值，可以写 $1"],
  [/RFC 1123 label must consist/, "{} 只能用小写字母、数字和“-”，并以字母或数字开头和结尾"],
  [/RFC 1123 subdomain must consist/, "{} 只能用小写字母、数字、“-”和“.”，并以字母或数字开头和结尾"],
  [/a valid label must be an empty string or consist/, "{} 作为标签的值，只能用字母、数字、“-”、“_”和“.”，并以字母或数字开头和结尾"],
  [/(name|prefix) part must/, "{} 作为标签的键不合法：应为“前缀/名称”或“名称”，名称最多 63 个字符"],
  [/a valid environment variable name/, "{} 不是合法的环境变量名"],
  [/must contain at least one letter/, "{} 作为端口名称至少要有一个字母"],
  [/must contain only alpha-numeric characters|must not contain consecutive hyphens|must not begin or end with a hyphen/, "{} 作为端口名称，只能用小写字母、数字和不连续的“-”，不能以“-”开头或结尾"],
  [/must be an absolute path/, "{} 必须是绝对路径"],
  [/must be a relative path/, "{} 必须是相对路径"],
  [/must not contain '\.\.'|backsteps/, "{} 的路径中不能有 .."],
  [/must not contain ':'/, "{} 中不能有冒号"],
  [/must not have leading or trailing whitespace/, "{} 的前后不能有空白"],
  [/must be a valid IP address/, "{} 必须是合法的 IP 地址"],
  [/must be an integer/, "{} 必须是整数"],
  [/must be 1$/, "{} 只能是 1"],
  [/must (not be empty|be non-empty)|can not be empty/, "{} 不能为空"],
  [/quantities must match/, "{} 不是合法的数量，例如 100m、1.5、200Mi"],
  [/may not be specified when hostNetwork is true/, "{}：使用 hostNetwork 时不能设置"],
  [/must provide at least one DNS nameserver/, "{}：dnsPolicy 为 None 时至少要有一个 DNS 服务器"],
  [/must provide `dnsConfig`/, "{}：dnsPolicy 为 None 时必须写 dnsConfig"],
  [/no PriorityClass/, "{}：没有这个优先级类"],
];

/** What warnings of the API server are about. */
const warned: [RegExp, string][] = [
  [/deprecated/, "{}：已弃用"],
  [/non-functional/, "{}：已不起作用"],
  [/hides|overrid|shadow/, "{}：后面的同名项会盖住它"],
  [/duplicate/, "{}：有重复"],
  [/fractional byte/, "{}：不足一字节的数量没有意义"],
  [/hostPath|hostIP/, "{}：请检查 hostIP 与 hostPort 的写法"],
];

/** What is wrong and what to do about it, as the list of problems shows it. */
export function told(p: Problem, kind: string): { message: string; hint: string } {
  return { message: inChinese(p, kind), hint: hintInChinese(p.hint ?? "") };
}

/** The sentence of a problem in an object of a kind, in Chinese, with the field by its path, and what it is called where that is known. */
export function inChinese(p: Problem, kind: string): string {
  const list = p.severity === "warning" && p.kind === "Warning" ? [...said, ...warned] : said;
  const typed = p.kind === "Unknown field" || p.kind === "Wrong type";
  for (const [pattern, text] of typed ? [] : list) {
    const found = pattern.exec(p.message);
    if (found) return sentence(p, kind, text.replace(/\$(\d)/g, (_, n: string) => found[Number(n)] ?? ""));
  }
  return sentence(p, kind, kinds[p.kind ?? ""] ?? "{} 有问题");
}

function sentence(p: Problem, kind: string, text: string): string {
  const path = (p.path ?? "").split(/\.(?![^[]*\])/).map((name) => name.replace(/\[.*\]$/, "")).filter(Boolean);
  const name = shortName(kind, path);
  const field = p.path ? `字段 ${p.path}${name ? `（${name}）` : " "}` : "这里";
  return `${text.replace(/\{\} ?/, (at) => (at.endsWith(" ") ? field : field.trimEnd()))}。`;
}
