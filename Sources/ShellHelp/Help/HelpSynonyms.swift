import ShellOutput
import ShellRuntime

/// Other words for commands and pages, for `help WORD` and for suggestions after unknown commands.
enum HelpSynonyms {
  /// Words with their meanings in this shell, likeliest first.
  ///
  /// A word is in lower case; several words have blanks between them. A target is a command as it is typed, a
  /// stage, `* list` for the command `list` of every module, or `topic NAME`. Targets that are not loaded are
  /// skipped.
  private static let table: [(words: [String], targets: [String])] = [
    // Pipelines.
    (
      ["filter", "condition", "predicate", "reject"],
      ["where", "topic pipelines"]
    ),
    (
      ["grep", "rg", "search", "find", "query", "match"],
      ["where", "products list", "modules grep"]
    ),
    (
      ["foreach", "for each", "map", "xargs", "parallel", "iterate", "repeat"],
      ["each", "topic blocks"]
    ),
    (["sort", "order", "order by", "sorted", "sort by"], ["sort-by", "topic pipelines"]),
    (["limit", "head", "top", "take"], ["first"]),
    (["tail"], ["last"]),
    (
      ["group", "group by", "aggregate", "sum", "average", "avg", "mean", "max", "min", "total"],
      ["group-by"]
    ),
    (["distinct", "unique", "uniq", "dedupe", "duplicates"], ["uniq-by"]),
    (
      ["draw", "graph", "plot", "bar", "bars", "histogram", "line", "scatter", "sparkline", "svg"],
      ["chart"]
    ),
    (["wc", "length", "size", "how many", "number of"], ["count"]),
    (
      ["columns", "column", "cut", "fields", "field", "project", "pluck"],
      ["select", "drop", "get"]
    ),
    (["select", "sql"], ["select", "where", "sort-by", "topic pipelines"]),
    (["jq", "pipe", "pipes", "stage", "stages", "|"], ["topic pipelines", "get", "from", "to"]),
    (["parse", "import", "read file"], ["from"]),
    (["rename", "as"], ["select"]),
    // The language.
    (
      [
        "if", "else", "for", "def", "try", "break", "continue", "return", "loop", "while",
        "function",
        "case", "switch", "then", "catch", "except", "throw", "block", "braces", "{", "}",
      ],
      ["topic blocks"]
    ),
    (
      ["test", "tests", "assert", "assertion", "check", "verify", "before", "after", "within"],
      ["expect", "topic tests"]
    ),
    (
      ["schema", "json schema", "contract", "validate"],
      ["expect-schema", "api show", "topic tests"]
    ),
    (["and", "or", "not"], ["topic expressions", "topic language"]),
    (
      [
        "equal", "equals", "equality", "kind", "kinds", "type", "types", "null", "missing", "empty",
      ],
      ["topic values", "topic expressions"]
    ),
    (["do"], ["topic language", "topic blocks"]),
    (
      [
        "variable", "var", "assign", "assignment", "export", "declare", "env var", "parameter", "$",
      ],
      ["let", "topic variables"]
    ),
    (
      [
        "quote", "quotes", "escape", "escaping", "blank", "space", "backslash", "comment",
        "apostrophe",
      ],
      ["topic quoting"]
    ),
    (["syntax", "statement", "grammar", "operator", "operators"], ["topic language"]),
    (["echo", "printf", "puts", "say", "write"], ["print"]),
    (
      ["script", "batch", "cron", "ci", "shebang", "automation"],
      ["topic scripts"]
    ),
    (["run", "program", "exec", "!"], ["topic language", "topic pipelines"]),
    (["include", "."], ["source", "topic scripts"]),
    (
      [
        "exit code", "exit codes", "exit status", "status code", "return code", "errors", "error",
        "$?",
      ],
      ["topic exit-status"]
    ),
    // Results.
    (["color", "colour", "colors", "colours", "theme", "palette"], ["set", "topic output"]),
    (
      OutputFormat.names + ["format", "formats", "excel", "spreadsheet", "yaml"],
      ["topic output", "to", "from"]
    ),
    (
      ["save", "store", "file", "redirect", "write file", "output file", "download", ">"],
      ["to", "topic output"]
    ),
    (["pager", "less", "more", "paging", "page"], ["* more", "set", "topic output"]),
    (["date", "dates", "time", "times"], ["topic values", "topic expressions", "topic output"]),
    (["money", "currency", "locale"], ["topic output"]),
    (
      ["option", "options", "setting", "settings", "preferences", "prefs", "setopt"],
      ["set", "topic configuration"]
    ),
    // Moving and looking around.
    (["dir", "ll"], ["ls", "* list"]),
    (["cat", "view", "get one", "describe", "details"], ["* show"]),
    (["chdir", "pushd", "goto", "enter", "place", "path"], ["open", "cd", "topic places"]),
    (["popd"], ["back"]),
    (["where am i", "location"], ["pwd", "topic places"]),
    (["rm", "remove", "del", "unlink"], ["* delete", "* remove"]),
    (["create", "new", "insert", "touch"], ["* add"]),
    (["update", "change", "modify"], ["* edit"]),
    (["next", "next page", "scroll"], ["* more"]),
    (["reload", "renew"], ["* refresh"]),
    (
      ["curl", "wget", "http", "rest", "request", "endpoint", "url", "raw"],
      ["api get", "api post", "topic apis"]
    ),
    (["post", "put", "patch"], ["api post", "api put", "api patch"]),
    // APIs, servers and signing in.
    (
      [
        "openapi", "swagger", "oas", "description", "spec", "specification", "operation",
        "operations", "operationid", "service", "add api", "own api", "my api",
      ],
      ["topic apis", "api add", "api show"]
    ),
    (
      ["login", "log in", "signin", "sign in", "auth", "authenticate"],
      ["session login", "topic sessions"]
    ),
    (["logout", "log out", "signout", "sign out", "logoff"], ["session logout"]),
    (["whoami", "who am i", "user", "account", "id"], ["session status"]),
    (
      [
        "token", "password", "credentials", "credential", "bearer", "jwt", "api key", "apikey",
        "secret",
      ],
      ["topic sessions", "session login", "topic apis"]
    ),
    (
      ["server", "host", "base url", "address", "connect", "staging", "production", "environment"],
      ["topic environments", "env list", "env use", "env add", "topic apis"]
    ),
    (["use", "switch"], ["env use", "topic environments"]),
    (
      ["add environment", "config", "config.json", "profile", "rc", "rc.sea", "xdg"],
      ["topic configuration", "topic environments", "env add"]
    ),
    (
      ["proxy", "proxies", "certificate", "certificates", "tls", "ssl", "ca", "insecure"],
      ["topic environments", "topic configuration"]
    ),
    (["timeout", "timeouts", "limits"], ["topic configuration"]),
    (["retries", "resend", "twice", "idempotency"], ["topic offline", "topic configuration"]),
    (
      [
        "queue", "fresh", "stale", "network", "connection", "internet", "unreachable", "sync",
        "disconnected", "reconnect", "train", "later", "cache",
      ],
      ["topic offline"]
    ),
    // Events and jobs.
    (
      ["job", "background", "bg", "fg", "&", "async", "ps", "thread", "daemon"],
      ["jobs", "wait", "cancel", "topic rules"]
    ),
    (["kill", "stop", "abort"], ["cancel", "topic keys"]),
    (
      [
        "event", "notification", "notifications", "subscribe", "listen", "webhook", "websocket",
        "sse",
      ],
      ["events", "on", "topic events"]
    ),
    (["alert", "bell", "desktop", "notify-send", "beep"], ["notify"]),
    (["trigger", "rule", "react", "when", "hook", "worker", "trap"], ["on", "topic rules"]),
    (["poll", "live", "follow", "monitor"], ["watch", "events"]),
    (["cron", "schedule", "timer", "every"], ["watch", "topic scripts"]),
    (["delay", "pause"], ["sleep"]),
    (["stopwatch", "duration", "benchmark", "measure"], ["time"]),
    // Modules.
    (
      [
        "module", "plugin", "plugins", "extension", "extensions", "addon", "install", "package",
        "mcp",
      ],
      ["topic modules", "modules list", "modules add"]
    ),
    (["assistant", "ai", "llm", "agent"], ["mcp", "topic modules"]),
    // The shell itself.
    (["quit", "q", "q!", "wq", "bye", "leave", "close", "end"], ["exit"]),
    (
      ["?", "man", "manual", "usage", "documentation", "docs", "apropos", "commands"],
      ["help", "topic finding"]
    ),
    (
      [
        "key", "shortcut", "shortcuts", "binding", "bindings", "tab", "completion", "readline",
        "vi mode",
      ],
      ["topic keys", "topic apis"]
    ),
    (["prompt", "inputrc", "emacs", "vim", "editor"], ["topic keys"]),
    (["fc", "recall", "!!"], ["history", "topic keys"]),
    (["cls"], ["clear"]),
    (["ver", "about"], ["version"]),
    (["abbreviation", "abbr", "macro"], ["alias"]),
    (
      ["debug", "verbose", "trace", "log", "diagnose", "problem", "health"],
      ["doctor", "set", "events"]
    ),
  ]

  /// Returns the meanings of words, likeliest first; empty if they are in no group.
  static func targets(of words: String) -> [String] {
    var targets: [String] = []
    for group in table where group.words.contains(words) {
      targets += group.targets.filter { !targets.contains($0) }
    }
    return targets
  }

  static var allTargets: [String] { table.flatMap(\.targets) }

  /// The pages with more about a module, if their name differs from the module's.
  static let pages = [
    "api": "apis", "env": "environments", "queue": "offline", "session": "sessions",
  ]

  /// The modules that manage the shell; the commands of other modules come first.
  static let managing: Set<String> = [
    "api", "doctor", "env", "mcp", "modules", "queue", "serve", "session",
  ]
}
