// Says what a browser lacks, instead of leaving the page blank. It runs before the page does, in
// browsers that cannot even read the page's own scripts: so it is JavaScript of 2009, and the build
// leaves it as it is (tools/able.mjs). content/browsers.md tells which versions have everything.
(function () {
  var root = document.documentElement;

  function says(lang, text) {
    var p = document.createElement("p");
    p.lang = lang;
    p.appendChild(document.createTextNode(text));
    return p;
  }

  function tell(what) {
    if (root.getAttribute("data-unable")) return;
    root.setAttribute("data-unable", what);
    var box = document.createElement("div");
    box.className = "unable";
    box.setAttribute("role", "alert");
    box.setAttribute("data-testid", "unable");
    var en = says("en", "rollscope cannot run in this browser: it has no " + what + ". It needs Chrome or Edge 111, Firefox 115, Safari 16.4, or a newer one. Where WebAssembly is switched off (some browsers do that in their strictest mode), switch it on for this page.");
    var zh = says("zh-Hans", "rollscope 无法在这个浏览器中运行：缺少 " + what + "。需要 Chrome 或 Edge 111、Firefox 115、Safari 16.4 或更新的版本。如果浏览器关闭了 WebAssembly（有些浏览器在最严格的模式下会这样），请为本页面打开它。");
    var chinese = /^zh/.test(navigator.language || "");
    box.appendChild(chinese ? zh : en);
    box.appendChild(chinese ? en : zh);
    document.body.insertBefore(box, document.body.firstChild);
  }

  function has(test) {
    try {
      return test();
    } catch (e) {
      return false;
    }
  }

  var tests = [
    ["WebAssembly", function () { return typeof WebAssembly.instantiateStreaming === "function"; }],
    ["modules", function () { return "noModule" in document.createElement("script"); }],
    ["Array.prototype.toSorted", function () { return typeof [].toSorted === "function"; }],
    ["OffscreenCanvas", function () { return typeof OffscreenCanvas === "function"; }],
    ["CompressionStream", function () { return !!new CompressionStream("deflate-raw"); }],
    ["CSSStyleSheet()", function () { return !!new CSSStyleSheet(); }]
  ];
  var missing = [];
  for (var i = 0; i < tests.length; i++) if (!has(tests[i][1])) missing.push(tests[i][0]);
  if (missing.length) tell(missing.join(", "));

  // A script that cannot be read at all.
  window.addEventListener("error", function (e) {
    if (/SyntaxError/.test(e.message) && !document.getElementById("app").firstChild) tell("JavaScript (ES2022)");
  });
})();
