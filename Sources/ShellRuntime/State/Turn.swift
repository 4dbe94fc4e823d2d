import CoreSystem

/// A turn of the shell on the main actor, after which other work runs.
struct Turn {
  private let start = MonotonicTime.coarse()

  /// The length: 5 ms.
  private static let length: Int64 = 5_000_000

  var isOver: Bool { MonotonicTime.coarse() - start > Self.length }
}
