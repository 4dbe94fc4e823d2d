// All API of the targets from which SeashellKit exports a part for authors of modules.
@_exported public import CoreEvents
@_exported public import ShellCommands
@_exported public import ShellOutput
@_exported public import WebAPI
@_exported public import WebAuthorization
@_exported public import WebFetching
@_exported public import WebMessages
