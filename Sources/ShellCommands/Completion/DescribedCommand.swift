/// A command of which a description says what it returns and takes, for completion.
package protocol DescribedCommand {
  /// Returns what kind of value a field of its records has: `text`, `number`, `true or false`, `date`, `list`
  /// or `record`; nil if that is not known.
  func kind(ofField name: String) -> String?

  /// The properties that words `NAME=VALUE` can set.
  var properties: [(name: String, abstract: String)] { get }
}
