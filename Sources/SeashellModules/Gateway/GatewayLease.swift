/// What a module may use of the shell while it runs, and how to end that.
package struct GatewayLease {
  /// The address that the module gets in `SEASHELL_GATEWAY`: `http://127.0.0.1:PORT/KEY`.
  package let address: String
  /// Closes the lease: its requests and streams end, and the address is gone.
  ///
  /// Calling it again does nothing.
  package let close: @MainActor () -> Void

  /// Creates a lease.
  package init(address: String, close: @escaping @MainActor () -> Void) {
    self.address = address
    self.close = close
  }
}
