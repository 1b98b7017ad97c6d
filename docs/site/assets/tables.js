/* Sorts and filters the tables of catalogs and problems. Without it the tables are complete, in their order. */
(function () {
  "use strict";

  function key(cell) {
    var number = cell.getAttribute("data-sort");
    return number === null ? cell.textContent.trim().toLowerCase() : number === "" ? null : Number(number);
  }

  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  }

  function enhance(area) {
    var table = area.querySelector("table");
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows);
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    var words = area.dataset;
    var text = rows.map(function (row) { return row.textContent.toLowerCase(); });

    heads.forEach(function (head, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.textContent = "";
      head.appendChild(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (each) { each.setAttribute("aria-sort", "none"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        rows.map(function (row, index) { return { row: row, index: index, key: key(row.cells[column]) }; })
          .sort(function (a, b) {
            // Rows without a value come last in both directions; equal rows keep their order.
            if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.index - b.index;
            return (down ? compare(b.key, a.key) : compare(a.key, b.key)) || a.index - b.index;
          })
          .forEach(function (each) { body.appendChild(each.row); });
      });
    });

    var form = document.createElement("form");
    form.className = "gpuspec-filters";
    form.setAttribute("role", "search");
    form.addEventListener("submit", function (event) { event.preventDefault(); });

    function control(label, input) {
      var holder = document.createElement("label");
      holder.textContent = label;
      holder.appendChild(input);
      form.appendChild(holder);
      input.addEventListener("input", filter);
      return input;
    }

    var search = document.createElement("input");
    search.type = "search";
    control(words.filter, search);
    var choices = [];
    heads.forEach(function (head, column) {
      if (!head.hasAttribute("data-choice")) return;
      var select = document.createElement("select");
      select.appendChild(new Option(words.all, ""));
      Array.from(new Set(rows.map(function (row) { return row.cells[column].textContent.trim(); })))
        .sort(compare)
        .forEach(function (value) { select.appendChild(new Option(value || "–", value || "–")); });
      choices.push({ column: column, select: control(head.textContent, select) });
    });
    var count = document.createElement("output");
    count.setAttribute("aria-live", "polite");
    form.appendChild(count);
    area.parentNode.insertBefore(form, area);

    function filter() {
      var wanted = search.value.trim().toLowerCase().split(/\s+/);
      var shown = 0;
      rows.forEach(function (row, index) {
        var matches = wanted.every(function (word) { return text[index].indexOf(word) >= 0; }) &&
          choices.every(function (choice) {
            return !choice.select.value || (row.cells[choice.column].textContent.trim() || "–") === choice.select.value;
          });
        row.hidden = !matches;
        shown += matches;
      });
      count.textContent = words.count.replace("{shown}", shown).replace("{all}", rows.length);
    }
    filter();
  }

  document.querySelectorAll(".gpuspec-rows[data-filter]").forEach(enhance);
})();
