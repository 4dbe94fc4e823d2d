/// A running module's access to the shell, and the way to end it.
package struct GatewayLease {
  /// The address that the module gets in `SEASHELL_GATEWAY`: `http://127.0.0.1:PORT/KEY`.
  package let address: String
  /// Returns whether a request or an event stream of the module is open.
  let isUsed: @Sendable () -> Bool
  /// Closes the lease: its requests and streams end, and its address becomes invalid.
  ///
  /// Calling it again does nothing.
  package let close: @MainActor () -> Void

  package init(
    address: String, isUsed: @escaping @Sendable () -> Bool = { false },
    close: @escaping @MainActor () -> Void
  ) {
    self.address = address
    self.isUsed = isUsed
    self.close = close
  }
}
