/// The verbs at the beginning of many ids, and the commands that they stand for.
enum NamedVerb: String {
  case list, show, search, add, edit, replace, delete

  /// Creates the verb that a word stands for; nil for other words.
  init?(_ word: String) {
    switch word {
    case "list": self = .list
    case "show", "get", "read", "fetch", "retrieve": self = .show
    case "search", "find": self = .search
    case "add", "create", "new", "insert", "post": self = .add
    case "edit", "update", "modify", "patch": self = .edit
    case "replace", "put", "set": self = .replace
    case "delete", "remove", "destroy": self = .delete
    default: return nil
    }
  }

  /// Whether a word is a method's name, which says how a request is sent, but not what it does.
  static func isMethod(_ word: String) -> Bool {
    switch word {
    case "get", "post", "put", "patch", "delete": true
    default: false
    }
  }

  static let actions: Set = [
    "abort", "accept", "activate", "apply", "approve", "archive", "cancel", "change", "clone",
    "close", "commit", "confirm", "copy", "deactivate", "decline", "disable", "download",
    "duplicate", "enable", "execute", "export", "finish", "import", "join", "leave", "lock",
    "mark", "merge", "move", "open", "pause", "publish", "refresh", "refund", "reject", "reopen",
    "resend", "reset", "restart", "restore", "resume", "retry", "revoke", "rotate", "run", "send",
    "start", "stop", "submit", "suspend", "sync", "terminate", "transfer", "trigger", "unarchive",
    "unlock", "upload", "validate", "verify",
  ]

  /// The last words of paths where a POST requests an answer and adds nothing.
  static let queries: Set = ["count", "filter", "find", "preview", "query", "search"]
}
