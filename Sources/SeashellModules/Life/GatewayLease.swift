/// What a module may use of the shell while it runs, and how to end that.
package struct GatewayLease {
  /// The address that the module gets in `SEASHELL_GATEWAY`.
  package let address: String
  /// Ends it: the address is gone.
  package let close: @MainActor () -> Void

  /// Creates a lease.
  package init(address: String, close: @escaping @MainActor () -> Void) {
    self.address = address
    self.close = close
  }
}
