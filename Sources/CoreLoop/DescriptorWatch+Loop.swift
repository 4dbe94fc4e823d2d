extension DescriptorWatch {
  /// Watches a descriptor until the watch ends.
  ///
  /// End the watch before you close the descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor; one that never blocks, such as a file's, is always ready.
  ///   - events: what to wait for.
  ///   - handler: called with the ready events each time the descriptor is ready. It may read and write, and must
  ///     not wait.
  public static func begin(
    _ descriptor: Int32, for events: DescriptorEvents,
    handler: @escaping @MainActor @Sendable (DescriptorEvents) -> Void
  ) -> DescriptorWatch {
    MainLoop.shared.watch(descriptor, for: events, handler: handler)
  }
}
