// SPDX-License-Identifier: MIT

// What an app gets with `import AVFAudio` or `import AVFoundation`, as on Apple's systems.
@_exported public import Foundation
