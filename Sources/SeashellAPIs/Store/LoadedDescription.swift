/// A description that was read, and that no file has yet.
struct LoadedDescription: Sendable {
  let index: DescriptionIndex
  /// The text of a description from the network; that of a file stays there.
  let text: [UInt8]?
}
