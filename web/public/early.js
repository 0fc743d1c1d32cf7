// Before anything is drawn: the chosen look, and a sentence for browsers that are too old.
(function () {
  var root = document.documentElement;
  try {
    var kept = JSON.parse(localStorage.getItem("tenback.settings") || "{}");
    if (kept.look && kept.look !== "auto") root.dataset.look = kept.look;
    if (kept.language) root.lang = kept.language;
  } catch (e) {
    // Without storage everything is as usual.
  }
  if (!("noModule" in document.createElement("script")) || !window.CSS || !CSS.supports("color", "light-dark(red, red)")) {
    window.addEventListener("DOMContentLoaded", function () {
      document.getElementById("too-old").hidden = false;
    });
  }
})();
