/// The verbs of commands, and the words that names are made from.
enum NamedVerb: String {
  case list, show, search, add, edit, replace, put, delete, post

  /// The verb that a word stands for; nil for other words.
  init?(_ word: String) {
    guard let verb = Self.known[word] else { return nil }
    self = verb
  }

  /// Whether it answers and changes nothing.
  var isReading: Bool { self == .list || self == .show || self == .search }

  /// The verb as the first word of a command.
  var command: String {
    switch self {
    case .post: "add"
    case .put: "edit"
    default: rawValue
    }
  }

  /// Whether a word says what is done.
  static func isVerb(_ word: String) -> Bool { known[word] != nil || actions.contains(word) }

  /// The verb at the beginning of a sentence, as a word of an id: `create` for `Creates`; nil if there is none.
  static func stem(of word: String) -> String? {
    if isVerb(word) { return word }
    for (ending, other) in [("s", ""), ("es", ""), ("ing", ""), ("ing", "e"), ("ies", "y")]
    where word.hasSuffix(ending) {
      let form = word.dropLast(ending.utf8.count) + other
      if isVerb(String(form)) { return String(form) }
    }
    return nil
  }

  /// Whether two singulars mean the same: `repo` and `repository`, `bill` and `billing`.
  static func isSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    guard one.utf8.first == other.utf8.first else { return false }
    let isShorter = one.utf8.count < other.utf8.count
    let (short, long) = isShorter ? (one, other) : (other, one)
    let count = short.utf8.count
    if count < 7, let words = abbreviations[short] { return words.contains(long) }
    guard count > 3 else { return false }
    if long.hasPrefix(short) { return endings.contains(String(long.dropFirst(count))) }
    guard count > 4, long.hasPrefix(short.dropLast()) else { return false }
    return ["ing", "ation", "ion"].contains(long.dropFirst(count - 1))
  }

  // MARK: Word lists

  private static func set(_ words: String) -> Set<String> {
    var set: Set<String> = []
    for word in words.split(whereSeparator: \.isWhitespace) { set.insert(String(word)) }
    return set
  }

  /// The words of ids, paths and summaries for each verb.
  private static let known: [String: NamedVerb] = {
    var known: [String: NamedVerb] = [:]
    for (verb, words) in [
      (NamedVerb.list, "list index enumerate browse"),
      (.show, "show get read fetch retrieve view describe lookup info"),
      (.search, "search find query"), (.add, "add create new insert register"),
      (.edit, "edit update modify patch change"), (.replace, "replace"), (.put, "put set upsert"),
      (.delete, "delete remove destroy del"), (.post, "post"),
    ] {
      for word in set(words) { known[word] = verb }
    }
    return known
  }()

  /// The methods, which say how a request is sent, but not what it does.
  static let methods = set("get post put patch delete head options")

  /// Verbs that are commands of their own.
  static let actions = set(
    """
    abort accept ack acknowledge activate actuate adjust allow analyze apply approve archive
    assign associate attach authenticate authorize ban batch begin block boost bootstrap build
    bulk buy calculate call cancel capture challenge check claim clear clone close collect
    commit compare complete compute confirm connect convert copy count crosspost deactivate
    decline decrypt deny deploy deregister detach detect disable disassociate discard
    disconnect dismiss dispatch download drain drop duplicate embed enable encrypt end enroll
    evaluate evict exchange execute expand expire export extend fail favourite finalize finish
    fix flag follow forget fork generate grant handle heartbeat hide identify ignore
    impersonate import increment init initialize install introspect invalidate invite invoke
    issue join kick kill launch leave like link lock login logout mark merge migrate mint move
    mute notify open optimize order park pause pay perform permit pin ping pivot plan play poll
    pop preview probe process promote proxy publish pull purge push queue react reauth rebuild
    recalculate receive reclaim reconcile recover redeem redeliver refresh refund regenerate
    reindex reject release reload rename render renew reopen reorder replay report request
    require rerun resend reset resize resolve respond restart restore resume resync retry
    return reverse revert review revoke rollback rotate run sample save scale scan schedule
    score select send share shutdown sign signal simulate skip snooze split stage star start
    stop store stream submit subscribe suspend swap switch sync synchronize tag terminate test
    toggle trace train transfer transform translate trigger trust unarchive unassign unban
    unblock unfavourite unfollow unhide unlink unlock unmute unpin unpublish unregister unset
    unshare unstar unsubscribe unwatch upgrade upload use validate verify void vote warm watch
    wipe withdraw
    """)

  /// Verbs that many summaries begin with although they say nothing.
  static let vague = set(
    """
    return use allow call process perform handle require report select request like make order plan
    park open play store
    """)

  /// Actions that are nouns more often; the id of a change to one thing may begin with them.
  static let nouns: Set = ["tag", "link", "report", "order", "test"]

  /// Actions that take something away.
  static let removals = set(
    "revoke unassign detach disconnect cancel unlink end close discard purge wipe disable")

  /// The last words of paths where a POST requests an answer and adds nothing.
  static let queries = set("search query find count filter preview lookup")

  /// Words for several things at once.
  static let bulk = set("bulk batch multiple many several multi")

  /// Words of ids that names leave out.
  static let fillers = set("a an by for id ids of the to in on from with and or at its if as")

  /// Parts of paths and words of ids that mean the API itself.
  static let entries = set("api apis rest")

  /// The last words of tags that say nothing.
  static let noise = set(
    "controller service api apis operation endpoint resource rest management viewset router")

  /// Words of ids for the caller's own things.
  static let selves = set("current my authenticated")

  private static let endings = set("ing ed ment ation ion er al")

  private static let abbreviations: [String: Set<String>] = {
    var words: [String: Set<String>] = [:]
    for (short, long) in [
      ("repo", "repository"), ("org", "organization organisation"), ("app", "application"),
      ("env", "environment"), ("config", "configuration"), ("auth", "authentication authorization"),
      ("info", "information"), ("stat", "statistic"), ("spec", "specification"),
      ("doc", "document"), ("msg", "message"), ("param", "parameter"), ("db", "database"),
      ("cert", "certificate"), ("admin", "administration"), ("notify", "notification"),
    ] {
      words[short] = set(long)
    }
    return words
  }()

  /// Nouns whose plural the rules of ``NameWords/singular(_:)`` would miss or misread.
  static let irregular = {
    var irregular = [
      "indices": "index", "vertices": "vertex",
      "axes": "axis", "aliases": "alias", "movies": "movie", "cookies": "cookie",
      "caches": "cache",
    ]
    // The same in the plural.
    for word in set(
      "alias aws canvas css dns gps https ios kms ls news os rss sas series sms species tls")
    {
      irregular[word] = word
    }
    for word in set(
      "bases cases databases houses leases licenses phases purchases releases responses")
    {
      irregular[word] = String(word.dropLast())
    }
    return irregular
  }()
}
