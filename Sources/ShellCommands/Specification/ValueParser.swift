/// Reads a text as a value of a type of Swift.
///
/// It is no part of a specification as data: it is not encoded, and two specifications may be equal
/// though their parsers differ.
@usableFromInline
package struct ValueParser: Sendable, Equatable {
  let parse: @Sendable (String) throws -> any Sendable

  @usableFromInline
  package init(_ parse: @escaping @Sendable (String) throws -> any Sendable) { self.parse = parse }

  @usableFromInline
  package static func == (left: ValueParser, right: ValueParser) -> Bool { true }
}
