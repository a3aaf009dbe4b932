// SPDX-License-Identifier: MIT

// `import PushKit` brings these modules along, as on Apple's systems.
@_exported public import Dispatch
@_exported public import Foundation
