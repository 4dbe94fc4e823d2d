extension ModuleContext {
  /// All APIs of the shell.
  ///
  /// A module about one API needs only its own context; one about the shell, such as `env`, has them all.
  public var apis: APIRegistry { state { APIRegistry(own: self) } }

  /// The API whose context this is.
  public var api: API { apis.known(client.api) ?? apis.own }

  /// Makes this the context of a further API; call it before anything asks for its APIs.
  func join(_ apis: APIRegistry) { _ = state { apis } }
}
