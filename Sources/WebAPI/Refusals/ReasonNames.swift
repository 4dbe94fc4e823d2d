/// The names of members in the answers to refused requests, as ``NameTable`` compares them.
enum ReasonNames {
  /// The texts that say what is wrong, the best first.
  private static let texts = NameTable(
    """
    detail message description msg summary reason text err faultstring diagnostics info issue \
    details hint
    """)

  /// The words before such a name that say nothing: `error_message`, `displayMessage`.
  private static let additions = [
    "error", "exception", "display", "default", "user", "developer", "detailed",
  ]

  static let codes = NameTable("code errorcode ecode apierrorcode errcode faultcode scimtype")

  /// The members of an entry that name the field at fault, the best first.
  static let fields = NameTable(
    """
    field param parameter target property pointer path propertypath attribute loc name in key \
    element fieldname fieldnames fields
    """)

  /// The names that do not belong to the path of a field.
  private static let boxes = NameTable(
    """
    error errors fault faults detail details message messages msg validationerrors fields \
    fieldviolations fielderrors modelstate params causes rootcause errorchain errorcauses issue \
    issues invalidfields invalidparams contextinfo elements data nonfielderrors base response \
    problems violations meta ocs reasons result \
    responsemetadata
    """)

  /// The boxes whose members are fields.
  static let maps = NameTable("errors fields validationerrors fielderrors modelstate")

  /// The members that fields have no names of.
  static let ofOneProblem = NameTable("message msg code detail error errorcode errormessage")

  /// Members that explain a field wherever they are.
  static let remarks = NameTable("needed expected allowed hint")

  /// Texts under these names say something even in a record that the server repeats.
  static func isStrong(_ rank: Int) -> Bool { rank < 2 || rank == 3 }

  /// What is left out: ids, addresses, what the request said, and what is for the server's developers.
  private static let others = NameTable(
    """
    status statuscode timestamp time path trace stack stacktrace stacktraces exception class type \
    id uuid requestid traceid spanid correlationid debugid instance documentationurl docurl \
    moreinfo help link links href url uri self request input rejectedvalue arguments args \
    parameters     extensions locations severity level
    """)

  /// The rank of a text's name; nil if the member is no text that says what is wrong.
  static func text(_ plain: String) -> Int? {
    if let rank = texts.rank(plain) { return rank }
    for addition in additions where plain.hasPrefix(addition) {
      if let rank = text(String(plain.dropFirst(addition.count))) { return rank }
    }
    return plain.hasSuffix("message") ? 1 : nil
  }

  static func isBox(_ name: String, _ plain: String) -> Bool {
    boxes.contains(plain) || name.hasPrefix("_") || plain.hasSuffix("messages")
  }

  static func isLeftOut(_ plain: String) -> Bool { others.contains(plain) }
}
