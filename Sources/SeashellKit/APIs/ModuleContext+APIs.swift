extension ModuleContext {
  /// All APIs of the shell.
  ///
  /// A module for one API needs only its own context. A module for the shell, such as `env`, uses them all.
  public var apis: APIRegistry { state { APIRegistry(own: self) } }

  /// The API whose context this is.
  public var api: API { apis.known(client.api) ?? apis.own }

  /// Registers this context as that of another API; call it before anything reads ``apis``.
  func join(_ apis: APIRegistry) { _ = state { apis } }
}
