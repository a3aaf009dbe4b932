/* SPDX-License-Identifier: MIT */
/* Compiles only if the functions, values and layouts in CSound.h are those of the libraries' own headers. */
#include <pulse/pulseaudio.h>
#include <sndfile.h>
#define CSOUND_CHECK
#include "../../../Sources/Library/CSound/include/CSound.h"
