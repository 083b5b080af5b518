/*! Built from web/src by "make web".

three.js: The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

uPlot: The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
(()=>{function b(i,{on:t={},data:e={},...n}={},...s){let r=document.createElement(i);for(let[o,a]of Object.entries(n))a!==!1&&a!==null&&a!==void 0&&r.setAttribute(o,a===!0?"":a);Object.assign(r.dataset,e);for(let[o,a]of Object.entries(t))r.addEventListener(o,a);return r.append(...s.flat(1/0).filter(o=>o!=null&&o!=="")),r}function Fn(i,t,e,n={}){let s=b("button",{type:"button",title:i,"aria-label":i,on:{click:e},...n});return s.append(Is(t)),s}function Is(i){let t="http://www.w3.org/2000/svg",e=document.createElementNS(t,"svg");for(let[n,s]of Object.entries({viewBox:"0 0 24 24",class:"icon","aria-hidden":"true"}))e.setAttribute(n,s);for(let n of[i].flat()){let s=document.createElementNS(t,"path");s.setAttribute("d",n),e.append(s)}return e}var Ra=8;function ug(i,t,e){let n=null;i.addEventListener("pointerdown",s=>{n=s.pointerType==="touch"?{x:s.clientX,value:i.value,state:"waiting"}:null}),i.addEventListener("pointermove",s=>{n?.state==="waiting"&&Math.abs(s.clientX-n.x)>=Ra&&(n.state="moving")}),i.addEventListener("pointerup",()=>{n?.state==="waiting"&&i.value!==n.value&&t(),n=null}),i.addEventListener("pointercancel",()=>{if(!n)return;let s=n.state==="moving";i.value=n.value,n.state="scrolling",s&&t()});for(let s of["touchend","touchcancel"])i.addEventListener(s,()=>setTimeout(()=>{n=null}));i.addEventListener("input",()=>{!n||n.state==="moving"?t():n.state==="scrolling"&&(i.value=n.value)}),i.addEventListener("change",()=>{n?.state==="scrolling"?i.value=n.value:e()})}var on={play:"M7 4.5v15l12-7.5z",pause:["M8 5v14","M16 5v14"],loop:["M17 2l4 4-4 4","M3 11V9a3 3 0 0 1 3-3h15","M7 22l-4-4 4-4","M21 13v2a3 3 0 0 1-3 3H3"],follow:["M12 2v4","M12 18v4","M2 12h4","M18 12h4","M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8"],reset:["M3 12a9 9 0 1 0 3-6.7","M3 3v5h5"],theme:["M12 3a9 9 0 1 0 9 9a7 7 0 0 1-9-9"],full:["M4 9V4h5","M20 9V4h-5","M4 15v5h5","M20 15v5h-5"],back:["M18 6l-8 6l8 6","M6 6v12"],forward:["M6 6l8 6l-8 6","M18 6v12"],undo:["M8 5L4 9l4 4","M4 9h10a5.5 5.5 0 0 1 0 11h-4"]};function ai(i,t){let e=0,n=i.length-1;for(;e<n;){let s=e+n+1>>1;i[s]<=t?e=s:n=s-1}return e}function Si(i,t,e){if(!i.length||e<i[0]-1e-9||e>i[i.length-1]+1e-9)return NaN;let n=ai(i,e);if(n>=i.length-1)return t[n];let s=(e-i[n])/(i[n+1]-i[n]);return s<=0?t[n]:t[n]+s*(t[n+1]-t[n])}function ds(i,t,e=4e3){let n=Math.max(1,Math.floor(i.length/e)),s=[];for(let r=0;r<i.length;r+=n)Number.isFinite(i[r])&&s.push(i[r]);return s.sort((r,o)=>r-o),s.length?s[Math.round(t*(s.length-1))]:NaN}function dg(i,t){let e=i.filter(n=>n.camera).map(n=>mb(n,i.length>1,t));return e.length?b("div",{class:"cameras",id:"cameras"},...e):null}function mb({name:i,camera:t},e,n){let s=t.times.curve(0),r=new Map,o=b("img",{alt:`Image of ${t.name}`}),a=b("figcaption",{}),l=-1,c=u=>{if(!r.has(u)){let d=t.files.subarray(u?t.ends[u-1]:0,t.ends[u]);r.set(u,URL.createObjectURL(new Blob([d],{type:"image/jpeg"})))}return r.get(u)},h=()=>{let u=Math.max(0,ai(s,n.time+1e-9));if(u===l)return;l=u,o.src=c(u);let d=["left","right"].includes(t.stream)?`, ${t.stream}`:"";a.textContent=`${e?`${i}: `:""}${t.name}${d}, t = ${s[u].toFixed(2)} s`};return n.listen(h),h(),b("figure",{class:"camera"},o,a)}function ee(i,t=4){if(i==null||!Number.isFinite(i))return"–";if(i===0)return"0";let e=Math.abs(i),n;if(e<.001||e>=1e6){let[s,r]=i.toExponential(t-1).split("e");n=`${Number(s)}e${Number(r)}`}else n=String(Number(i.toPrecision(t)));return n.replaceAll("-","−")}function oc(i,t=3){for(let e=t;e<8;e+=1){let n=i.map(s=>ee(s,e));if(new Set(n).size===i.length)return n}return i.map(e=>ee(e,8))}function ac(i,t,e){return Math.max(t,e+6.5*Math.max(0,...(i??[]).map(({length:n})=>n)))}function Pa(i){return i?i.replaceAll("-","−").replaceAll(" "," "):"–"}function mo(i,t=2){return i.toFixed(t).replace("-","−")}function Ye(i){return!i||i==="-"||i==="1"?"":i.replaceAll(" "," ").replaceAll("^2","²").replaceAll("^3","³")}function fs(i){return i.replaceAll("_"," ")}var gb=["mean_speed","speed_through_water","cost_of_transport","mean_power","peak_torque","peak_force","duration","real_time_factor"],_b=5;function fg({title:i,runs:t,metrics:e},n){return b("header",{},b("div",{class:"title-line"},b("h1",{},i),n.button()),xb(t),yb(t),t.length===1?vb(e):null)}function xb(i){return i.filter(t=>!t.finished).map(t=>b("p",{class:"banner",role:"status"},b("strong",{},i.length>1?`${t.name} did not finish`:"This run did not finish"),`: ${t.status}. Its results until then are shown.`))}function yb(i){return i.flatMap(t=>t.remarks.map(e=>b("p",{class:"banner remark",role:"note"},i.length>1?b("strong",{},`${t.name}: `):null,e.slice(0,1).toUpperCase()+e.slice(1))))}function vb(i){let t=gb.map(e=>i.find(n=>n.name===e&&n.values[0]!==null)).filter(Boolean).slice(0,_b);return b("dl",{class:"key-figures"},t.map(e=>b("div",{title:e.description},b("dt",{},fs(e.name)),b("dd",{},ee(e.values[0],3),b("small",{},Ye(e.unit))))))}var go=[.25,.5,1,2,4,8],lc=class{#t=[];#e=0;constructor(t,e,n){Object.assign(this,{start:t,end:e,frames:n,time:t,playing:!1,speed:1,loop:!1})}listen(t){this.#t.push(t)}seek(t){this.time=Math.min(Math.max(t,this.start),this.end),this.#i("time")}step(t){if(this.pause(),!this.frames.length)return;let e=1e-9*Math.max(1,Math.abs(this.time)),n=ai(this.frames,this.time+e),s=Math.abs(this.frames[n]-this.time)<=e,r=t>0?n+1:s?n-1:n;this.seek(this.frames[Math.min(Math.max(r,0),this.frames.length-1)])}play(){this.playing||this.end<=this.start||(this.time>=this.end&&(this.time=this.start),this.playing=!0,this.#e=performance.now(),this.#i("state"),requestAnimationFrame(t=>this.#n(t)))}pause(){this.playing&&(this.playing=!1,this.#i("state"))}toggle(){this.playing?this.pause():this.play()}setSpeed(t){this.speed=t,this.#i("state")}setLoop(t){this.loop=t,this.#i("state")}#n(t){if(!this.playing)return;let e=Math.min(Math.max(t-this.#e,0),250)/1e3;this.#e=t;let n=this.time+e*this.speed;n>=this.end&&this.loop&&(n=this.start+(n-this.start)%(this.end-this.start)),this.seek(n),this.time>=this.end&&!this.loop?this.pause():requestAnimationFrame(s=>this.#n(s))}#i(t){for(let e of this.#t)e(this,t)}};function mg(i,t){hf();let e={" ":()=>i.toggle(),ArrowLeft:()=>i.step(-1),ArrowRight:()=>i.step(1),Home:()=>i.seek(i.start),End:()=>i.seek(i.end),"[":()=>i.setSpeed(pg(i.speed,-1)),"]":()=>i.setSpeed(pg(i.speed,1)),l:()=>i.setLoop(!i.loop),f:()=>t?.setFollow(!t.follow),c:()=>t?.setContact(!t.contact),r:()=>t?.look("reset"),1:()=>t?.look("top"),2:()=>t?.look("side"),3:()=>t?.look("front"),4:()=>t?.look("head"),a:()=>t?.turn(-.1,0),d:()=>t?.turn(.1,0),w:()=>t?.turn(0,-.1),s:()=>t?.turn(0,.1),"+":()=>t?.zoom(.9),"-":()=>t?.zoom(1/.9)};document.addEventListener("keydown",n=>{let s=n.target;if(n.defaultPrevented||n.ctrlKey||n.metaKey||n.altKey||s.closest("select, textarea, input[type=search]")||n.key===" "&&s.closest("button, summary, a"))return;let r=e[n.key];r&&(n.preventDefault(),r())})}function hf(){document.addEventListener("click",({target:i,detail:t})=>{let e=i.closest?.("button, summary, input[type=range], input[type=checkbox]");t>0&&e&&e.blur()}),document.addEventListener("keyup",({key:i,target:t})=>i==="Enter"&&t.matches?.("input")&&t.blur()),document.addEventListener("change",({target:i})=>i.matches?.("select, input[type=range], input[type=checkbox]")&&i.blur())}function pg(i,t){let e=go.indexOf(i)+t;return go[Math.min(Math.max(e,0),go.length-1)]}var yr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},vr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},r0=0,jf=1,o0=2;var Vr=1,a0=2,$o=3,xs=0,An=1,Mn=2,Gr=0,Yo=1,Jf=2,Kf=3,Qf=4,l0=5;var Hr=100,c0=101,h0=102,u0=103,d0=104,f0=200,p0=201,m0=202,g0=203,tp=204,ep=205,_0=206,x0=207,y0=208,v0=209,b0=210,S0=211,M0=212,w0=213,E0=214,Gc=0,Hc=1,Wc=2,Oo=3,Xc=4,qc=5,$c=6,Yc=7,np=0,T0=1,A0=2,ys=0,ip=1,sp=2,rp=3,op=4,ap=5,lp=6,Sl=7;var cp=300,Wr=301,Zo=302,Eh=303,Th=304,Ei=1e3,ms=1001,Zc=1002,kn=1003,C0=1004;var Ml=1005;var Tn=1006,Ah=1007;var di=1008;var mi=1009,hp=1010,up=1011,jo=1012,Ch=1013,Ji=1014,ki=1015,Ki=1016,Rh=1017,Ph=1018,Xr=1020,dp=35902,fp=35899,pp=1021,mp=1022,Qi=1023,ks=1026,$s=1027,Jo=1028,Ih=1029,br=1030,Lh=1031;var Dh=1033,wl=33776,El=33777,Tl=33778,Al=33779,Nh=35840,Oh=35841,Uh=35842,Fh=35843,Bh=36196,kh=37492,zh=37496,Vh=37488,Gh=37489,Cl=37490,Hh=37491,Wh=37808,Xh=37809,qh=37810,$h=37811,Yh=37812,Zh=37813,jh=37814,Jh=37815,Kh=37816,Qh=37817,tu=37818,eu=37819,nu=37820,iu=37821,su=36492,ru=36494,ou=36495,au=36283,lu=36284,Rl=36285,cu=36286;var Ha=2300,jc=2301,zc=2302,Ff=2303,Bf=2400,kf=2401,zf=2402;var R0=3200;var hu=0,P0=1,Ys="",Je="srgb",Wa="srgb-linear",Xa="linear",ze="srgb";var Vc=7680;var I0=519,L0=512,D0=513,N0=514,gp=515,O0=516,U0=517,_p=518,xp=519,yp=35044,ts=35048;var vp="300 es",Fi=2e3,Uo=2001;function bb(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Sb(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function qa(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function F0(){let i=qa("canvas");return i.style.display="block",i}var gg={},Fo=null;function $a(...i){let t="THREE."+i.shift();Fo?Fo("log",t,...i):console.log(t,...i)}function B0(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function ne(...i){i=B0(i);let t="THREE."+i.shift();if(Fo)Fo("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function he(...i){i=B0(i);let t="THREE."+i.shift();if(Fo)Fo("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function ka(...i){let t=i.join(" ");t in gg||(gg[t]=!0,ne(...i))}function k0(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var z0={[Gc]:Gc,[Wc]:$c,[Xc]:Xc,[Oo]:qc,[Hc]:Hc,[$c]:Wc,[Yc]:Yc,[qc]:Oo},Zi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Yn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],_g=1234567,Do=Math.PI/180,Bo=180/Math.PI;function Zs(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Yn[i&255]+Yn[i>>8&255]+Yn[i>>16&255]+Yn[i>>24&255]+"-"+Yn[t&255]+Yn[t>>8&255]+"-"+Yn[t>>16&15|64]+Yn[t>>24&255]+"-"+Yn[e&63|128]+Yn[e>>8&255]+"-"+Yn[e>>16&255]+Yn[e>>24&255]+Yn[n&255]+Yn[n>>8&255]+Yn[n>>16&255]+Yn[n>>24&255]).toLowerCase()}function me(i,t,e){return Math.max(t,Math.min(e,i))}function bp(i,t){return(i%t+t)%t}function Mb(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function wb(i,t,e){return i!==t?(e-i)/(t-i):0}function za(i,t,e){return(1-e)*i+e*t}function Eb(i,t,e,n){return za(i,t,1-Math.exp(-e*n))}function Tb(i,t=1){return t-Math.abs(bp(i,t*2)-t)}function Ab(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function Cb(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function Rb(i,t){return i+Math.floor(Math.random()*(t-i+1))}function Pb(i,t){return i+Math.random()*(t-i)}function Ib(i){return i*(.5-Math.random())}function Lb(i){i!==void 0&&(_g=i);let t=_g+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Db(i){return i*Do}function Nb(i){return i*Bo}function Ob(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function Ub(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Sp(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Fb(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:ne("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function uu(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Mp(i,t){if(t.constructor===Float32Array)return i;let e=uu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function wp(i,t){if(t.constructor===Float32Array)return i;let e=uu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var Pl={DEG2RAD:Do,RAD2DEG:Bo,generateUUID:Zs,clamp:me,euclideanModulo:bp,mapLinear:Mb,inverseLerp:wb,lerp:za,damp:Eb,pingpong:Tb,smoothstep:Ab,smootherstep:Cb,randInt:Rb,randFloat:Pb,randFloatSpread:Ib,seededRandom:Lb,degToRad:Db,radToDeg:Nb,isPowerOfTwo:Ob,ceilPowerOfTwo:Ub,floorPowerOfTwo:Sp,setQuaternionFromProperEuler:Fb,normalize:wp,denormalize:Mp},ft=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(me(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ve=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],_=r[o+3];if(u!==_||l!==d||c!==f||h!==p){let g=l*d+c*f+h*p+u*_;g<0&&(d=-d,f=-f,p=-p,_=-_,g=-g);let m=1-a;if(g<.9995){let v=Math.acos(g),C=Math.sin(v);m=Math.sin(m*v)/C,a=Math.sin(a*v)/C,l=l*m+d*a,c=c*m+f*a,h=h*m+p*a,u=u*m+_*a}else{l=l*m+d*a,c=c*m+f*a,h=h*m+p*a,u=u*m+_*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*f-c*d,t[e+1]=l*p+h*d+c*u-a*f,t[e+2]=c*p+h*f+a*d-l*u,t[e+3]=h*p-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:ne("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(me(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},T=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(xg.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(xg.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this.z=me(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this.z=me(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return uf.copy(this).projectOnVector(t),this.sub(uf)}reflect(t){return this.sub(uf.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(me(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},uf=new T,xg=new ve,_e=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],_=s[0],g=s[3],m=s[6],v=s[1],C=s[4],S=s[7],P=s[2],R=s[5],x=s[8];return r[0]=o*_+a*v+l*P,r[3]=o*g+a*C+l*R,r[6]=o*m+a*S+l*x,r[1]=c*_+h*v+u*P,r[4]=c*g+h*C+u*R,r[7]=c*m+h*S+u*x,r[2]=d*_+f*v+p*P,r[5]=d*g+f*C+p*R,r[8]=d*m+f*S+p*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=e*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return t[0]=u*_,t[1]=(s*c-h*n)*_,t[2]=(a*n-s*o)*_,t[3]=d*_,t[4]=(h*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=f*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return ka("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(df.makeScale(t,e)),this}rotate(t){return ka("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(df.makeRotation(-t)),this}translate(t,e){return ka("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(df.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},df=new _e,yg=new _e().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),vg=new _e().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Bb(){let i={enabled:!0,workingColorSpace:Wa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===ze&&(s.r=Bs(s.r),s.g=Bs(s.g),s.b=Bs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===ze&&(s.r=No(s.r),s.g=No(s.g),s.b=No(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ys?Xa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Wa]:{primaries:t,whitePoint:n,transfer:Xa,toXYZ:yg,fromXYZ:vg,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Je},outputColorSpaceConfig:{drawingBufferColorSpace:Je}},[Je]:{primaries:t,whitePoint:n,transfer:ze,toXYZ:yg,fromXYZ:vg,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Je}}}),i}var Le=Bb();function Bs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function No(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var _o,Jc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{_o===void 0&&(_o=qa("canvas")),_o.width=t.width,_o.height=t.height;let s=_o.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=_o}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=qa("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Bs(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Bs(e[n]/255)*255):e[n]=Bs(e[n]);return{data:e,width:t.width,height:t.height}}else return ne("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},kb=0,ko=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:kb++}),this.uuid=Zs(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(ff(s[o].image)):r.push(ff(s[o]))}else r=ff(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function ff(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Jc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(ne("Texture: Unable to serialize Texture."),{})}var zb=0,pf=new T,hi=class i extends Zi{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=ms,s=ms,r=Tn,o=di,a=Qi,l=mi,c=i.DEFAULT_ANISOTROPY,h=Ys){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:zb++}),this.uuid=Zs(),this.name="",this.source=new ko(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new ft(0,0),this.repeat=new ft(1,1),this.center=new ft(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new _e,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(pf).x}get height(){return this.source.getSize(pf).y}get depth(){return this.source.getSize(pf).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){ne(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ne(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==cp)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ei:t.x=t.x-Math.floor(t.x);break;case ms:t.x=t.x<0?0:1;break;case Zc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ei:t.y=t.y-Math.floor(t.y);break;case ms:t.y=t.y<0?0:1;break;case Zc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};hi.DEFAULT_IMAGE=null;hi.DEFAULT_MAPPING=cp;hi.DEFAULT_ANISOTROPY=1;var Ve=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],_=l[2],g=l[6],m=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(p-g)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(p+g)<.1&&Math.abs(c+f+m-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let C=(c+1)/2,S=(f+1)/2,P=(m+1)/2,R=(h+d)/4,x=(u+_)/4,A=(p+g)/4;return C>S&&C>P?C<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(C),s=R/n,r=x/n):S>P?S<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),n=R/s,r=A/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=x/r,s=A/r),this.set(n,s,r,e),this}let v=Math.sqrt((g-p)*(g-p)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(v)<.001&&(v=1),this.x=(g-p)/v,this.y=(u-_)/v,this.z=(d-h)/v,this.w=Math.acos((c+f+m-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=me(this.x,t.x,e.x),this.y=me(this.y,t.y,e.y),this.z=me(this.z,t.z,e.z),this.w=me(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=me(this.x,t,e),this.y=me(this.y,t,e),this.z=me(this.z,t,e),this.w=me(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(me(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Kc=class extends Zi{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Tn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Ve(0,0,t,e),this.scissorTest=!1,this.viewport=new Ve(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new hi({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Tn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new ko(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},Ti=class extends Kc{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Ya=class extends hi{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=kn,this.minFilter=kn,this.wrapR=ms,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Qc=class extends hi{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=kn,this.minFilter=kn,this.wrapR=ms,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Se=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,p,_,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,_,g)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,_,g){let m=this.elements;return m[0]=t,m[4]=e,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=h,m[10]=u,m[14]=d,m[3]=f,m[7]=p,m[11]=_,m[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/xo.setFromMatrixColumn(t,0).length(),r=1/xo.setFromMatrixColumn(t,1).length(),o=1/xo.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,p=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+p*c,e[5]=d-_*c,e[9]=-a*l,e[2]=_-d*c,e[6]=p+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,p=c*h,_=c*u;e[0]=d+_*a,e[4]=p*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-p,e[6]=_+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,p=c*h,_=c*u;e[0]=d-_*a,e[4]=-o*u,e[8]=p+f*a,e[1]=f+p*a,e[5]=o*h,e[9]=_-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,p=a*h,_=a*u;e[0]=l*h,e[4]=p*c-f,e[8]=d*c+_,e[1]=l*u,e[5]=_*c+d,e[9]=f*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,p=a*l,_=a*c;e[0]=l*h,e[4]=_-d*u,e[8]=p*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+p,e[10]=d-_*u}else if(t.order==="XZY"){let d=o*l,f=o*c,p=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+_,e[5]=o*h,e[9]=f*u-p,e[2]=p*u-f,e[6]=a*h,e[10]=_*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Vb,t,Gb)}lookAt(t,e,n){let s=this.elements;return Mi.subVectors(t,e),Mi.lengthSq()===0&&(Mi.z=1),Mi.normalize(),or.crossVectors(n,Mi),or.lengthSq()===0&&(Math.abs(n.z)===1?Mi.x+=1e-4:Mi.z+=1e-4,Mi.normalize(),or.crossVectors(n,Mi)),or.normalize(),cc.crossVectors(Mi,or),s[0]=or.x,s[4]=cc.x,s[8]=Mi.x,s[1]=or.y,s[5]=cc.y,s[9]=Mi.y,s[2]=or.z,s[6]=cc.z,s[10]=Mi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],_=n[6],g=n[10],m=n[14],v=n[3],C=n[7],S=n[11],P=n[15],R=s[0],x=s[4],A=s[8],k=s[12],N=s[1],D=s[5],H=s[9],X=s[13],O=s[2],G=s[6],$=s[10],V=s[14],ct=s[3],j=s[7],Q=s[11],et=s[15];return r[0]=o*R+a*N+l*O+c*ct,r[4]=o*x+a*D+l*G+c*j,r[8]=o*A+a*H+l*$+c*Q,r[12]=o*k+a*X+l*V+c*et,r[1]=h*R+u*N+d*O+f*ct,r[5]=h*x+u*D+d*G+f*j,r[9]=h*A+u*H+d*$+f*Q,r[13]=h*k+u*X+d*V+f*et,r[2]=p*R+_*N+g*O+m*ct,r[6]=p*x+_*D+g*G+m*j,r[10]=p*A+_*H+g*$+m*Q,r[14]=p*k+_*X+g*V+m*et,r[3]=v*R+C*N+S*O+P*ct,r[7]=v*x+C*D+S*G+P*j,r[11]=v*A+C*H+S*$+P*Q,r[15]=v*k+C*X+S*V+P*et,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],p=t[3],_=t[7],g=t[11],m=t[15],v=l*f-c*d,C=a*f-c*u,S=a*d-l*u,P=o*f-c*h,R=o*d-l*h,x=o*u-a*h;return e*(_*v-g*C+m*S)-n*(p*v-g*P+m*R)+s*(p*C-_*P+m*x)-r*(p*S-_*R+g*x)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],p=t[12],_=t[13],g=t[14],m=t[15],v=e*a-n*o,C=e*l-s*o,S=e*c-r*o,P=n*l-s*a,R=n*c-r*a,x=s*c-r*l,A=h*_-u*p,k=h*g-d*p,N=h*m-f*p,D=u*g-d*_,H=u*m-f*_,X=d*m-f*g,O=v*X-C*H+S*D+P*N-R*k+x*A;if(O===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let G=1/O;return t[0]=(a*X-l*H+c*D)*G,t[1]=(s*H-n*X-r*D)*G,t[2]=(_*x-g*R+m*P)*G,t[3]=(d*R-u*x-f*P)*G,t[4]=(l*N-o*X-c*k)*G,t[5]=(e*X-s*N+r*k)*G,t[6]=(g*S-p*x-m*C)*G,t[7]=(h*x-d*S+f*C)*G,t[8]=(o*H-a*N+c*A)*G,t[9]=(n*N-e*H-r*A)*G,t[10]=(p*R-_*S+m*v)*G,t[11]=(u*S-h*R-f*v)*G,t[12]=(a*k-o*D-l*A)*G,t[13]=(e*D-n*k+s*A)*G,t[14]=(_*C-p*P-g*v)*G,t[15]=(h*P-u*C+d*v)*G,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,_=o*h,g=o*u,m=a*u,v=l*c,C=l*h,S=l*u,P=n.x,R=n.y,x=n.z;return s[0]=(1-(_+m))*P,s[1]=(f+S)*P,s[2]=(p-C)*P,s[3]=0,s[4]=(f-S)*R,s[5]=(1-(d+m))*R,s[6]=(g+v)*R,s[7]=0,s[8]=(p+C)*x,s[9]=(g-v)*x,s[10]=(1-(d+_))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=xo.set(s[0],s[1],s[2]).length(),a=xo.set(s[4],s[5],s[6]).length(),l=xo.set(s[8],s[9],s[10]).length();r<0&&(o=-o),qi.copy(this);let c=1/o,h=1/a,u=1/l;return qi.elements[0]*=c,qi.elements[1]*=c,qi.elements[2]*=c,qi.elements[4]*=h,qi.elements[5]*=h,qi.elements[6]*=h,qi.elements[8]*=u,qi.elements[9]*=u,qi.elements[10]*=u,e.setFromRotationMatrix(qi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=Fi,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),p,_;if(l)p=r/(o-r),_=o*r/(o-r);else if(a===Fi)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Uo)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Fi,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),p,_;if(l)p=1/(o-r),_=o/(o-r);else if(a===Fi)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===Uo)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},xo=new T,qi=new Se,Vb=new T(0,0,0),Gb=new T(1,1,1),or=new T,cc=new T,Mi=new T,bg=new Se,Sg=new ve,zs=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(me(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-me(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(me(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-me(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(me(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-me(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:ne("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return bg.makeRotationFromQuaternion(t),this.setFromRotationMatrix(bg,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Sg.setFromEuler(this),this.setFromQuaternion(Sg,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};zs.DEFAULT_ORDER="XYZ";var zo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Hb=0,Mg=new T,yo=new ve,Ls=new Se,hc=new T,Ia=new T,Wb=new T,Xb=new ve,wg=new T(1,0,0),Eg=new T(0,1,0),Tg=new T(0,0,1),Ag={type:"added"},qb={type:"removed"},vo={type:"childadded",child:null},mf={type:"childremoved",child:null},zn=class i extends Zi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Hb++}),this.uuid=Zs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new T,e=new zs,n=new ve,s=new T(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Se},normalMatrix:{value:new _e}}),this.matrix=new Se,this.matrixWorld=new Se,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new zo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return yo.setFromAxisAngle(t,e),this.quaternion.multiply(yo),this}rotateOnWorldAxis(t,e){return yo.setFromAxisAngle(t,e),this.quaternion.premultiply(yo),this}rotateX(t){return this.rotateOnAxis(wg,t)}rotateY(t){return this.rotateOnAxis(Eg,t)}rotateZ(t){return this.rotateOnAxis(Tg,t)}translateOnAxis(t,e){return Mg.copy(t).applyQuaternion(this.quaternion),this.position.add(Mg.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(wg,t)}translateY(t){return this.translateOnAxis(Eg,t)}translateZ(t){return this.translateOnAxis(Tg,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Ls.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?hc.copy(t):hc.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Ia.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Ls.lookAt(Ia,hc,this.up):Ls.lookAt(hc,Ia,this.up),this.quaternion.setFromRotationMatrix(Ls),s&&(Ls.extractRotation(s.matrixWorld),yo.setFromRotationMatrix(Ls),this.quaternion.premultiply(yo.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(he("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Ag),vo.child=t,this.dispatchEvent(vo),vo.child=null):he("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(qb),mf.child=t,this.dispatchEvent(mf),mf.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Ls.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Ls.multiply(t.parent.matrixWorld)),t.applyMatrix4(Ls),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Ag),vo.child=t,this.dispatchEvent(vo),vo.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ia,t,Wb),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ia,Xb,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};zn.DEFAULT_UP=new T(0,1,0);zn.DEFAULT_MATRIX_AUTO_UPDATE=!0;zn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var ye=class extends zn{constructor(){super(),this.isGroup=!0,this.type="Group"}},$b={type:"move"},Vo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new ye,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new ye,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new T,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new T),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new ye,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new T,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new T,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let g=e.getJointPose(_,n),m=this._getHandJoint(c,_);g!==null&&(m.matrix.fromArray(g.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=g.radius),m.visible=g!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent($b)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new ye;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},V0={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},ar={h:0,s:0,l:0},uc={h:0,s:0,l:0};function gf(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Wt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Je){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Le.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Le.workingColorSpace){return this.r=t,this.g=e,this.b=n,Le.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Le.workingColorSpace){if(t=bp(t,1),e=me(e,0,1),n=me(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=gf(o,r,t+1/3),this.g=gf(o,r,t),this.b=gf(o,r,t-1/3)}return Le.colorSpaceToWorking(this,s),this}setStyle(t,e=Je){function n(r){r!==void 0&&parseFloat(r)<1&&ne("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:ne("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);ne("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Je){let n=V0[t.toLowerCase()];return n!==void 0?this.setHex(n,e):ne("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Bs(t.r),this.g=Bs(t.g),this.b=Bs(t.b),this}copyLinearToSRGB(t){return this.r=No(t.r),this.g=No(t.g),this.b=No(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Je){return Le.workingToColorSpace(Zn.copy(this),t),Math.round(me(Zn.r*255,0,255))*65536+Math.round(me(Zn.g*255,0,255))*256+Math.round(me(Zn.b*255,0,255))}getHexString(t=Je){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Le.workingColorSpace){Le.workingToColorSpace(Zn.copy(this),e);let n=Zn.r,s=Zn.g,r=Zn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Le.workingColorSpace){return Le.workingToColorSpace(Zn.copy(this),e),t.r=Zn.r,t.g=Zn.g,t.b=Zn.b,t}getStyle(t=Je){Le.workingToColorSpace(Zn.copy(this),t);let e=Zn.r,n=Zn.g,s=Zn.b;return t!==Je?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(ar),this.setHSL(ar.h+t,ar.s+e,ar.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(ar),t.getHSL(uc);let n=za(ar.h,uc.h,e),s=za(ar.s,uc.s,e),r=za(ar.l,uc.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Zn=new Wt;Wt.NAMES=V0;var Za=class i{constructor(t,e=1,n=1e3){this.isFog=!0,this.name="",this.color=new Wt(t),this.near=e,this.far=n}clone(){return new i(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},ja=class extends zn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new zs,this.environmentIntensity=1,this.environmentRotation=new zs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},$i=new T,Ds=new T,_f=new T,Ns=new T,bo=new T,So=new T,Cg=new T,xf=new T,yf=new T,vf=new T,bf=new Ve,Sf=new Ve,Mf=new Ve,Fs=class i{constructor(t=new T,e=new T,n=new T){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),$i.subVectors(t,e),s.cross($i);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){$i.subVectors(s,e),Ds.subVectors(n,e),_f.subVectors(t,e);let o=$i.dot($i),a=$i.dot(Ds),l=$i.dot(_f),c=Ds.dot(Ds),h=Ds.dot(_f),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,Ns)===null?!1:Ns.x>=0&&Ns.y>=0&&Ns.x+Ns.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,Ns)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Ns.x),l.addScaledVector(o,Ns.y),l.addScaledVector(a,Ns.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return bf.setScalar(0),Sf.setScalar(0),Mf.setScalar(0),bf.fromBufferAttribute(t,e),Sf.fromBufferAttribute(t,n),Mf.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(bf,r.x),o.addScaledVector(Sf,r.y),o.addScaledVector(Mf,r.z),o}static isFrontFacing(t,e,n,s){return $i.subVectors(n,e),Ds.subVectors(t,e),$i.cross(Ds).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return $i.subVectors(this.c,this.b),Ds.subVectors(this.a,this.b),$i.cross(Ds).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;bo.subVectors(s,n),So.subVectors(r,n),xf.subVectors(t,n);let l=bo.dot(xf),c=So.dot(xf);if(l<=0&&c<=0)return e.copy(n);yf.subVectors(t,s);let h=bo.dot(yf),u=So.dot(yf);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(bo,o);vf.subVectors(t,r);let f=bo.dot(vf),p=So.dot(vf);if(p>=0&&f<=p)return e.copy(r);let _=f*c-l*p;if(_<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(So,a);let g=h*p-f*u;if(g<=0&&u-h>=0&&f-p>=0)return Cg.subVectors(r,s),a=(u-h)/(u-h+(f-p)),e.copy(s).addScaledVector(Cg,a);let m=1/(g+_+d);return o=_*m,a=d*m,e.copy(n).addScaledVector(bo,o).addScaledVector(So,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Hn=class{constructor(t=new T(1/0,1/0,1/0),e=new T(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Yi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Yi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Yi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Yi):Yi.fromBufferAttribute(r,o),Yi.applyMatrix4(t.matrixWorld),this.expandByPoint(Yi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),dc.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),dc.copy(n.boundingBox)),dc.applyMatrix4(t.matrixWorld),this.union(dc)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Yi),Yi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(La),fc.subVectors(this.max,La),Mo.subVectors(t.a,La),wo.subVectors(t.b,La),Eo.subVectors(t.c,La),lr.subVectors(wo,Mo),cr.subVectors(Eo,wo),Pr.subVectors(Mo,Eo);let e=[0,-lr.z,lr.y,0,-cr.z,cr.y,0,-Pr.z,Pr.y,lr.z,0,-lr.x,cr.z,0,-cr.x,Pr.z,0,-Pr.x,-lr.y,lr.x,0,-cr.y,cr.x,0,-Pr.y,Pr.x,0];return!wf(e,Mo,wo,Eo,fc)||(e=[1,0,0,0,1,0,0,0,1],!wf(e,Mo,wo,Eo,fc))?!1:(pc.crossVectors(lr,cr),e=[pc.x,pc.y,pc.z],wf(e,Mo,wo,Eo,fc))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Yi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Yi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Os[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Os[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Os[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Os[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Os[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Os[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Os[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Os[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Os),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},Os=[new T,new T,new T,new T,new T,new T,new T,new T],Yi=new T,dc=new Hn,Mo=new T,wo=new T,Eo=new T,lr=new T,cr=new T,Pr=new T,La=new T,fc=new T,pc=new T,Ir=new T;function wf(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Ir.fromArray(i,r);let a=s.x*Math.abs(Ir.x)+s.y*Math.abs(Ir.y)+s.z*Math.abs(Ir.z),l=t.dot(Ir),c=e.dot(Ir),h=n.dot(Ir);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var bn=new T,mc=new ft,Yb=0,Sn=class extends Zi{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Yb++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=yp,this.updateRanges=[],this.gpuType=ki,this.version=0,this._normalizationScale=t!==void 0?uu(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)mc.fromBufferAttribute(this,e),mc.applyMatrix3(t),this.setXY(e,mc.x,mc.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)bn.fromBufferAttribute(this,e),bn.applyMatrix3(t),this.setXYZ(e,bn.x,bn.y,bn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)bn.fromBufferAttribute(this,e),bn.applyMatrix4(t),this.setXYZ(e,bn.x,bn.y,bn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)bn.fromBufferAttribute(this,e),bn.applyNormalMatrix(t),this.setXYZ(e,bn.x,bn.y,bn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)bn.fromBufferAttribute(this,e),bn.transformDirection(t),this.setXYZ(e,bn.x,bn.y,bn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Mp(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):wp(t,this.array)}};var Ja=class extends Sn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Ka=class extends Sn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var re=class extends Sn{constructor(t,e,n){super(new Float32Array(t),e,n)}},Zb=new Hn,Da=new T,Ef=new T,jn=class{constructor(t=new T,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):Zb.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Da.subVectors(t,this.center);let e=Da.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(Da,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Ef.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Da.copy(t.center).add(Ef)),this.expandByPoint(Da.copy(t.center).sub(Ef))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},jb=0,Ui=new Se,Tf=new zn,To=new T,wi=new Hn,Na=new Hn,Bn=new T,Re=class i extends Zi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:jb++}),this.uuid=Zs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(bb(t)?Ka:Ja)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new _e().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Ui.makeRotationFromQuaternion(t),this.applyMatrix4(Ui),this}rotateX(t){return Ui.makeRotationX(t),this.applyMatrix4(Ui),this}rotateY(t){return Ui.makeRotationY(t),this.applyMatrix4(Ui),this}rotateZ(t){return Ui.makeRotationZ(t),this.applyMatrix4(Ui),this}translate(t,e,n){return Ui.makeTranslation(t,e,n),this.applyMatrix4(Ui),this}scale(t,e,n){return Ui.makeScale(t,e,n),this.applyMatrix4(Ui),this}lookAt(t){return Tf.lookAt(t),Tf.updateMatrix(),this.applyMatrix4(Tf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(To).negate(),this.translate(To.x,To.y,To.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new re(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&ne("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Hn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){he("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new T(-1/0,-1/0,-1/0),new T(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];wi.setFromBufferAttribute(r),this.morphTargetsRelative?(Bn.addVectors(this.boundingBox.min,wi.min),this.boundingBox.expandByPoint(Bn),Bn.addVectors(this.boundingBox.max,wi.max),this.boundingBox.expandByPoint(Bn)):(this.boundingBox.expandByPoint(wi.min),this.boundingBox.expandByPoint(wi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&he('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new jn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){he("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new T,1/0);return}if(t){let n=this.boundingSphere.center;if(wi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Na.setFromBufferAttribute(a),this.morphTargetsRelative?(Bn.addVectors(wi.min,Na.min),wi.expandByPoint(Bn),Bn.addVectors(wi.max,Na.max),wi.expandByPoint(Bn)):(wi.expandByPoint(Na.min),wi.expandByPoint(Na.max))}wi.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Bn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Bn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Bn.fromBufferAttribute(a,c),l&&(To.fromBufferAttribute(t,c),Bn.add(To)),s=Math.max(s,n.distanceToSquared(Bn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&he('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){he("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Sn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let k=0;k<n.count;k++)a[k]=new T,l[k]=new T;let h=new T,u=new T,d=new T,f=new ft,p=new ft,_=new ft,g=new T,m=new T;function v(k,N,D){c[k]=c[N]=c[D]=1,h.fromBufferAttribute(n,k),u.fromBufferAttribute(n,N),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,k),p.fromBufferAttribute(r,N),_.fromBufferAttribute(r,D),u.sub(h),d.sub(h),p.sub(f),_.sub(f);let H=1/(p.x*_.y-_.x*p.y);isFinite(H)&&(g.copy(u).multiplyScalar(_.y).addScaledVector(d,-p.y).multiplyScalar(H),m.copy(d).multiplyScalar(p.x).addScaledVector(u,-_.x).multiplyScalar(H),a[k].add(g),a[N].add(g),a[D].add(g),l[k].add(m),l[N].add(m),l[D].add(m))}let C=this.groups;C.length===0&&(C=[{start:0,count:t.count}]);for(let k=0,N=C.length;k<N;++k){let D=C[k],H=D.start,X=D.count;for(let O=H,G=H+X;O<G;O+=3)v(t.getX(O+0),t.getX(O+1),t.getX(O+2))}let S=new T,P=new T,R=new T,x=new T;function A(k){R.fromBufferAttribute(s,k),x.copy(R);let N=a[k];S.copy(N),S.sub(R.multiplyScalar(R.dot(N))).normalize(),P.crossVectors(x,N);let H=P.dot(l[k])<0?-1:1;o.setXYZW(k,S.x,S.y,S.z,H)}for(let k=0,N=n.count;k<N;++k)c[k]&&A(k);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new Sn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new T,r=new T,o=new T,a=new T,l=new T,c=new T,h=new T,u=new T;if(t)for(let d=0,f=t.count;d<f;d+=3){let p=t.getX(d+0),_=t.getX(d+1),g=t.getX(d+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,g),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,g),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(g,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Bn.fromBufferAttribute(t,e),Bn.normalize(),t.setXYZ(e,Bn.x,Bn.y,Bn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let _=0,g=l.length;_<g;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let m=0;m<h;m++)d[p++]=c[f++]}return new Sn(d,h,u)}if(this.index===null)return ne("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},th=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=yp,this.updateRanges=[],this.version=0,this.uuid=Zs()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Rg(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Rg(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Rg(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Zs()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var li=new T,ji=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?uu(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)li.fromBufferAttribute(this,e),li.applyMatrix4(t),this.setXYZ(e,li.x,li.y,li.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)li.fromBufferAttribute(this,e),li.applyNormalMatrix(t),this.setXYZ(e,li.x,li.y,li.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)li.fromBufferAttribute(this,e),li.transformDirection(t),this.setXYZ(e,li.x,li.y,li.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){$a("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new Sn(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){$a("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Mp(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):wp(t,this.data.array)}},Af=new T,Jb=new T,Kb=new _e,ln=class{constructor(t=new T(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Af.subVectors(n,e).cross(Jb.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Af),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Kb.getNormalMatrix(t),s=this.coplanarPoint(Af).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},Qb=0,gs=class extends Zi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Qb++}),this.uuid=Zs(),this.name="",this.type="Material",this.blending=Yo,this.side=xs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=tp,this.blendDst=ep,this.blendEquation=Hr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Wt(0,0,0),this.blendAlpha=0,this.depthFunc=Oo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=I0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Vc,this.stencilZFail=Vc,this.stencilZPass=Vc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){ne(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ne(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Wt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new ln().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new ft().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ft().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var Us=new T,Cf=new T,gc=new T,_c=new T,Vs=class{constructor(t=new T,e=new T(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Us)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Us.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Us.copy(this.origin).addScaledVector(this.direction,e),Us.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Cf.copy(t).add(e).multiplyScalar(.5),gc.copy(e).sub(t).normalize(),_c.copy(this.origin).sub(Cf);let r=t.distanceTo(e)*.5,o=-this.direction.dot(gc),a=_c.dot(this.direction),l=-_c.dot(gc),c=_c.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Cf).addScaledVector(gc,d),f}intersectSphere(t,e){if(t.radius<0)return null;Us.subVectors(t.center,this.origin);let n=Us.dot(this.direction),s=Us.dot(Us)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Us)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,p=e.x-o.x,_=e.y-o.y,g=e.z-o.z,m=n.x-o.x,v=n.y-o.y,C=n.z-o.z,S=Math.abs(l),P=Math.abs(c),R=Math.abs(h),x,A,k,N,D,H,X,O,G,$,V,ct;if(S>=P&&S>=R?(k=l,H=u,G=p,ct=m,l>=0?(x=c,A=h,N=d,D=f,X=_,O=g,$=v,V=C):(x=h,A=c,N=f,D=d,X=g,O=_,$=C,V=v)):P>=R?(k=c,H=d,G=_,ct=v,c>=0?(x=h,A=l,N=f,D=u,X=g,O=p,$=C,V=m):(x=l,A=h,N=u,D=f,X=p,O=g,$=m,V=C)):(k=h,H=f,G=g,ct=C,h>=0?(x=l,A=c,N=u,D=d,X=p,O=_,$=m,V=v):(x=c,A=l,N=d,D=u,X=_,O=p,$=v,V=m)),k===0)return null;let j=x/k,Q=A/k,et=1/k,pt=N-j*H,ht=D-Q*H,tt=X-j*G,_t=O-Q*G,yt=$-j*ct,Lt=V-Q*ct,wt=yt*_t-Lt*tt,Gt=pt*Lt-ht*yt,ae=tt*ht-_t*pt;if(s){if(wt<0||Gt<0||ae<0)return null}else if((wt<0||Gt<0||ae<0)&&(wt>0||Gt>0||ae>0))return null;let Jt=wt+Gt+ae;if(Jt===0)return null;let le=et*(wt*H+Gt*G+ae*ct);return(Jt>0?le<0:le>0)?null:this.at(le/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Jn=class extends gs{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Wt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new zs,this.combine=np,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Pg=new Se,Lr=new Vs,xc=new jn,Ig=new T,yc=new T,vc=new T,bc=new T,Rf=new T,Sc=new T,Lg=new T,Mc=new T,ie=class extends zn{constructor(t=new Re,e=new Jn){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Sc.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Rf.fromBufferAttribute(u,t),o?Sc.addScaledVector(Rf,h):Sc.addScaledVector(Rf.sub(e),h))}e.add(Sc)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),xc.copy(n.boundingSphere),xc.applyMatrix4(r),Lr.copy(t.ray).recast(t.near),!(xc.containsPoint(Lr.origin)===!1&&(Lr.intersectSphere(xc,Ig)===null||Lr.origin.distanceToSquared(Ig)>(t.far-t.near)**2))&&(Pg.copy(r).invert(),Lr.copy(t.ray).applyMatrix4(Pg),!(n.boundingBox!==null&&Lr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Lr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let g=d[p],m=o[g.materialIndex],v=Math.max(g.start,f.start),C=Math.min(a.count,Math.min(g.start+g.count,f.start+f.count));for(let S=v,P=C;S<P;S+=3){let R=a.getX(S),x=a.getX(S+1),A=a.getX(S+2);s=wc(this,m,t,n,c,h,u,R,x,A),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=g.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let g=p,m=_;g<m;g+=3){let v=a.getX(g),C=a.getX(g+1),S=a.getX(g+2);s=wc(this,o,t,n,c,h,u,v,C,S),s&&(s.faceIndex=Math.floor(g/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let g=d[p],m=o[g.materialIndex],v=Math.max(g.start,f.start),C=Math.min(l.count,Math.min(g.start+g.count,f.start+f.count));for(let S=v,P=C;S<P;S+=3){let R=S,x=S+1,A=S+2;s=wc(this,m,t,n,c,h,u,R,x,A),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=g.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let g=p,m=_;g<m;g+=3){let v=g,C=g+1,S=g+2;s=wc(this,o,t,n,c,h,u,v,C,S),s&&(s.faceIndex=Math.floor(g/3),e.push(s))}}}};function tS(i,t,e,n,s,r,o,a){let l;if(t.side===An?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===xs,a),l===null)return null;Mc.copy(a),Mc.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Mc);return c<e.near||c>e.far?null:{distance:c,point:Mc.clone(),object:i}}function wc(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,yc),i.getVertexPosition(l,vc),i.getVertexPosition(c,bc);let h=tS(i,t,e,n,yc,vc,bc,Lg);if(h){let u=new T;Fs.getBarycoord(Lg,yc,vc,bc,u),s&&(h.uv=Fs.getInterpolatedAttribute(s,a,l,c,u,new ft)),r&&(h.uv1=Fs.getInterpolatedAttribute(r,a,l,c,u,new ft)),o&&(h.normal=Fs.getInterpolatedAttribute(o,a,l,c,u,new T),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new T,materialIndex:0};Fs.getNormal(yc,vc,bc,d.normal),h.face=d,h.barycoord=u}return h}var Gs=class extends hi{constructor(t=null,e=1,n=1,s,r,o,a,l,c=kn,h=kn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Qa=class extends Sn{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Ao=new Se,Dg=new Se,Ec=[],Ng=new Hn,eS=new Se,Oa=new ie,Ua=new jn,Hs=class extends ie{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Qa(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,eS)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new Hn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Ao),Ng.copy(t.boundingBox).applyMatrix4(Ao),this.boundingBox.union(Ng)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new jn),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Ao),Ua.copy(t.boundingSphere).applyMatrix4(Ao),this.boundingSphere.union(Ua)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Oa.geometry=this.geometry,Oa.material=this.material,Oa.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Ua.copy(this.boundingSphere),Ua.applyMatrix4(n),t.ray.intersectsSphere(Ua)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Ao),Dg.multiplyMatrices(n,Ao),Oa.matrixWorld=Dg,Oa.raycast(t,Ec);for(let o=0,a=Ec.length;o<a;o++){let l=Ec[o];l.instanceId=r,l.object=this,e.push(l)}Ec.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new Qa(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Gs(new Float32Array(s*this.count),s,this.count,Jo,ki));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Dr=new jn,nS=new ft(.5,.5),Tc=new T,ur=class{constructor(t=new ln,e=new ln,n=new ln,s=new ln,r=new ln,o=new ln){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Fi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],_=r[9],g=r[10],m=r[11],v=r[12],C=r[13],S=r[14],P=r[15];if(s[0].setComponents(c-o,f-h,m-p,P-v).normalize(),s[1].setComponents(c+o,f+h,m+p,P+v).normalize(),s[2].setComponents(c+a,f+u,m+_,P+C).normalize(),s[3].setComponents(c-a,f-u,m-_,P-C).normalize(),n)s[4].setComponents(l,d,g,S).normalize(),s[5].setComponents(c-l,f-d,m-g,P-S).normalize();else if(s[4].setComponents(c-l,f-d,m-g,P-S).normalize(),e===Fi)s[5].setComponents(c+l,f+d,m+g,P+S).normalize();else if(e===Uo)s[5].setComponents(l,d,g,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Dr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Dr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Dr)}intersectsSprite(t){Dr.center.set(0,0,0);let e=nS.distanceTo(t.center);return Dr.radius=.7071067811865476+e,Dr.applyMatrix4(t.matrixWorld),this.intersectsSphere(Dr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Tc.x=s.normal.x>0?t.max.x:t.min.x,Tc.y=s.normal.y>0?t.max.y:t.min.y,Tc.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Tc)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Og=new Se,eh=class i{constructor(){this.coordinateSystem=Fi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Og.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new ur),n[s].setFromProjectionMatrix(Og,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new ur),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var ui=class extends gs{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Wt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},nh=new T,ih=new T,Ug=new Se,Fa=new Vs,Ac=new jn,Pf=new T,Fg=new T,dr=class extends zn{constructor(t=new Re,e=new ui){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)nh.fromBufferAttribute(e,s-1),ih.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=nh.distanceTo(ih);t.setAttribute("lineDistance",new re(n,1))}else ne("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Ac.copy(n.boundingSphere),Ac.applyMatrix4(s),Ac.radius+=r,t.ray.intersectsSphere(Ac)===!1)return;Ug.copy(s).invert(),Fa.copy(t.ray).applyMatrix4(Ug);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let _=f,g=p-1;_<g;_+=c){let m=h.getX(_),v=h.getX(_+1),C=Cc(this,t,Fa,l,m,v,_);C&&e.push(C)}if(this.isLineLoop){let _=h.getX(p-1),g=h.getX(f),m=Cc(this,t,Fa,l,_,g,p-1);m&&e.push(m)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let _=f,g=p-1;_<g;_+=c){let m=Cc(this,t,Fa,l,_,_+1,_);m&&e.push(m)}if(this.isLineLoop){let _=Cc(this,t,Fa,l,p-1,f,p-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Cc(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(nh.fromBufferAttribute(a,s),ih.fromBufferAttribute(a,r),e.distanceSqToSegment(nh,ih,Pf,Fg)>n)return;Pf.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Pf);if(!(c<t.near||c>t.far))return{distance:c,point:Fg.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Bg=new T,kg=new T,Bi=class extends dr{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Bg.fromBufferAttribute(e,s),kg.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Bg.distanceTo(kg);t.setAttribute("lineDistance",new re(n,1))}else ne("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var fr=class extends gs{constructor(t){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Wt(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.alphaMap=t.alphaMap,this.size=t.size,this.sizeAttenuation=t.sizeAttenuation,this.fog=t.fog,this}},zg=new Se,Vf=new Vs,Rc=new jn,Pc=new T,Or=class extends zn{constructor(t=new Re,e=new fr){super(),this.isPoints=!0,this.type="Points",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Rc.copy(n.boundingSphere),Rc.applyMatrix4(s),Rc.radius+=r,t.ray.intersectsSphere(Rc)===!1)return;zg.copy(s).invert(),Vf.copy(t.ray).applyMatrix4(zg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let p=d,_=f;p<_;p++){let g=c.getX(p);Pc.fromBufferAttribute(u,g),Vg(Pc,g,l,s,t,e,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let p=d,_=f;p<_;p++)Pc.fromBufferAttribute(u,p),Vg(Pc,p,l,s,t,e,this)}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Vg(i,t,e,n,s,r,o){let a=Vf.distanceSqToPoint(i);if(a<e){let l=new T;Vf.closestPointToPoint(i,l),l.applyMatrix4(n);let c=s.ray.origin.distanceTo(l);if(c<s.near||c>s.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:t,face:null,faceIndex:null,barycoord:null,object:o})}}var tl=class extends hi{constructor(t=[],e=Wr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Ur=class extends hi{constructor(t,e,n,s,r,o,a,l,c){super(t,e,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Ws=class extends hi{constructor(t,e,n=Ji,s,r,o,a=kn,l=kn,c,h=ks,u=1){if(h!==ks&&h!==$s)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new ko(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},el=class extends Ws{constructor(t,e=Ji,n=Wr,s,r,o=kn,a=kn,l,c=ks){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},nl=class extends hi{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Ai=class i extends Re{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new re(c,3)),this.setAttribute("normal",new re(h,3)),this.setAttribute("uv",new re(u,2));function p(_,g,m,v,C,S,P,R,x,A,k){let N=S/x,D=P/A,H=S/2,X=P/2,O=R/2,G=x+1,$=A+1,V=0,ct=0,j=new T;for(let Q=0;Q<$;Q++){let et=Q*D-X;for(let pt=0;pt<G;pt++){let ht=pt*N-H;j[_]=ht*v,j[g]=et*C,j[m]=O,c.push(j.x,j.y,j.z),j[_]=0,j[g]=0,j[m]=R>0?1:-1,h.push(j.x,j.y,j.z),u.push(pt/x),u.push(1-Q/A),V+=1}}for(let Q=0;Q<A;Q++)for(let et=0;et<x;et++){let pt=d+et+G*Q,ht=d+et+G*(Q+1),tt=d+(et+1)+G*(Q+1),_t=d+(et+1)+G*Q;l.push(pt,ht,_t),l.push(ht,tt,_t),ct+=6}a.addGroup(f,ct,k),f+=ct,d+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var Kn=class i extends Re{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,_=[],g=n/2,m=0;v(),o===!1&&(t>0&&C(!0),e>0&&C(!1)),this.setIndex(h),this.setAttribute("position",new re(u,3)),this.setAttribute("normal",new re(d,3)),this.setAttribute("uv",new re(f,2));function v(){let S=new T,P=new T,R=0,x=(e-t)/n;for(let A=0;A<=r;A++){let k=[],N=A/r,D=N*(e-t)+t;for(let H=0;H<=s;H++){let X=H/s,O=X*l+a,G=Math.sin(O),$=Math.cos(O);P.x=D*G,P.y=-N*n+g,P.z=D*$,u.push(P.x,P.y,P.z),S.set(G,x,$).normalize(),d.push(S.x,S.y,S.z),f.push(X,1-N),k.push(p++)}_.push(k)}for(let A=0;A<s;A++)for(let k=0;k<r;k++){let N=_[k][A],D=_[k+1][A],H=_[k+1][A+1],X=_[k][A+1];(t>0||k!==0)&&(h.push(N,D,X),R+=3),(e>0||k!==r-1)&&(h.push(D,H,X),R+=3)}c.addGroup(m,R,0),m+=R}function C(S){let P=p,R=new ft,x=new T,A=0,k=S===!0?t:e,N=S===!0?1:-1;for(let H=1;H<=s;H++)u.push(0,g*N,0),d.push(0,N,0),f.push(.5,.5),p++;let D=p;for(let H=0;H<=s;H++){let O=H/s*l+a,G=Math.cos(O),$=Math.sin(O);x.x=k*$,x.y=g*N,x.z=k*G,u.push(x.x,x.y,x.z),d.push(0,N,0),R.x=G*.5+.5,R.y=$*.5*N+.5,f.push(R.x,R.y),p++}for(let H=0;H<s;H++){let X=P+H,O=D+H;S===!0?h.push(O,O+1,X):h.push(O+1,O,X),A+=3}c.addGroup(m,A,S===!0?1:2),m+=A}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},il=class i extends Kn{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var Ic=new T,Lc=new T,If=new T,Dc=new Fs,Xs=class extends Re{constructor(t=null,e=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:t,thresholdAngle:e},t!==null){let s=Math.pow(10,4),r=Math.cos(Do*e),o=t.getIndex(),a=t.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),d=new Map,f=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:_,b:g,c:m}=Dc;if(_.fromBufferAttribute(a,c[0]),g.fromBufferAttribute(a,c[1]),m.fromBufferAttribute(a,c[2]),Dc.getNormal(If),u[0]=`${Math.round(_.x*s)},${Math.round(_.y*s)},${Math.round(_.z*s)}`,u[1]=`${Math.round(g.x*s)},${Math.round(g.y*s)},${Math.round(g.z*s)}`,u[2]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let v=0;v<3;v++){let C=(v+1)%3,S=u[v],P=u[C],R=Dc[h[v]],x=Dc[h[C]],A=`${S}_${P}`,k=`${P}_${S}`,N=d.get(k);N?(If.dot(N.normal)<=r&&(f.push(R.x,R.y,R.z),f.push(x.x,x.y,x.z)),d.set(k,null)):d.has(A)||d.set(A,{index0:c[v],index1:c[C],normal:If.clone()})}}for(let p of d.values())if(p){let{index0:_,index1:g}=p;Ic.fromBufferAttribute(a,_),Lc.fromBufferAttribute(a,g),f.push(Ic.x,Ic.y,Ic.z),f.push(Lc.x,Lc.y,Lc.z)}this.setAttribute("position",new re(f,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}},Ci=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){ne("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new ft:new T);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new T,s=[],r=[],o=[],a=new T,l=new Se;for(let f=0;f<=t;f++){let p=f/t;s[f]=this.getTangentAt(p,new T)}r[0]=new T,o[0]=new T;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(me(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(me(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},Go=class extends Ci{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new ft){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},sh=class extends Go{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Ep(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var Gg=new T,Hg=new T,Lf=new Ep,Df=new Ep,Nf=new Ep,rh=class extends Ci{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new T){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Hg.subVectors(s[0],s[1]).add(s[0]),c=Hg);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(Gg.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=Gg),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),_=Math.pow(u.distanceToSquared(d),f),g=Math.pow(d.distanceToSquared(h),f);_<1e-4&&(_=1),p<1e-4&&(p=_),g<1e-4&&(g=_),Lf.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,_,g),Df.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,_,g),Nf.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,_,g)}else this.curveType==="catmullrom"&&(Lf.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Df.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),Nf.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(Lf.calc(l),Df.calc(l),Nf.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new T().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function Wg(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function iS(i,t){let e=1-i;return e*e*t}function sS(i,t){return 2*(1-i)*i*t}function rS(i,t){return i*i*t}function Va(i,t,e,n){return iS(i,t)+sS(i,e)+rS(i,n)}function oS(i,t){let e=1-i;return e*e*e*t}function aS(i,t){let e=1-i;return 3*e*e*i*t}function lS(i,t){return 3*(1-i)*i*i*t}function cS(i,t){return i*i*i*t}function Ga(i,t,e,n,s){return oS(i,t)+aS(i,e)+lS(i,n)+cS(i,s)}var sl=class extends Ci{constructor(t=new ft,e=new ft,n=new ft,s=new ft){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new ft){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ga(t,s.x,r.x,o.x,a.x),Ga(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},oh=class extends Ci{constructor(t=new T,e=new T,n=new T,s=new T){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new T){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ga(t,s.x,r.x,o.x,a.x),Ga(t,s.y,r.y,o.y,a.y),Ga(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},rl=class extends Ci{constructor(t=new ft,e=new ft){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new ft){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new ft){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ah=class extends Ci{constructor(t=new T,e=new T){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new T){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new T){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ol=class extends Ci{constructor(t=new ft,e=new ft,n=new ft){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new ft){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Va(t,s.x,r.x,o.x),Va(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},lh=class extends Ci{constructor(t=new T,e=new T,n=new T){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new T){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Va(t,s.x,r.x,o.x),Va(t,s.y,r.y,o.y),Va(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},al=class extends Ci{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new ft){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(Wg(a,l.x,c.x,h.x,u.x),Wg(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new ft().fromArray(s))}return this}},Gf=Object.freeze({__proto__:null,ArcCurve:sh,CatmullRomCurve3:rh,CubicBezierCurve:sl,CubicBezierCurve3:oh,EllipseCurve:Go,LineCurve:rl,LineCurve3:ah,QuadraticBezierCurve:ol,QuadraticBezierCurve3:lh,SplineCurve:al}),ch=class extends Ci{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new Gf[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new Gf[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},Fr=class extends ch{constructor(t){super(),this.type="Path",this.currentPoint=new ft,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new rl(this.currentPoint.clone(),new ft(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new ol(this.currentPoint.clone(),new ft(t,e),new ft(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new sl(this.currentPoint.clone(),new ft(t,e),new ft(n,s),new ft(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new al(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new Go(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},qs=class extends Fr{constructor(t){super(t),this.uuid=Zs(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new Fr().fromJSON(s))}return this}};function hS(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=G0(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=mS(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let d=e;d<s;d+=e){let f=i[d],p=i[d+1];f<a&&(a=f),p<l&&(l=p),f>h&&(h=f),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return ll(r,o,e,a,l,c,0),o}function G0(i,t,e,n,s){let r;if(s===TS(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=Xg(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=Xg(o/n|0,i[o],i[o+1],r);return r&&Ho(r,r.next)&&(hl(r),r=r.next),r}function Br(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Ho(e,e.next)||cn(e.prev,e,e.next)===0)){if(hl(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function ll(i,t,e,n,s,r,o){if(!i)return;!o&&r&&vS(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?dS(i,n,s,r):uS(i)){t.push(l.i,i.i,c.i),hl(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=fS(Br(i),t),ll(i,t,e,n,s,r,2)):o===2&&pS(i,t,e,n,s,r):ll(Br(i),t,e,n,s,r,1);break}}}function uS(i){let t=i.prev,e=i,n=i.next;if(cn(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),p=n.next;for(;p!==t;){if(p.x>=h&&p.x<=d&&p.y>=u&&p.y<=f&&Ba(s,a,r,l,o,c,p.x,p.y)&&cn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function dS(i,t,e,n){let s=i.prev,r=i,o=i.next;if(cn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=Math.min(a,l,c),p=Math.min(h,u,d),_=Math.max(a,l,c),g=Math.max(h,u,d),m=Hf(f,p,t,e,n),v=Hf(_,g,t,e,n),C=i.prevZ,S=i.nextZ;for(;C&&C.z>=m&&S&&S.z<=v;){if(C.x>=f&&C.x<=_&&C.y>=p&&C.y<=g&&C!==s&&C!==o&&Ba(a,h,l,u,c,d,C.x,C.y)&&cn(C.prev,C,C.next)>=0||(C=C.prevZ,S.x>=f&&S.x<=_&&S.y>=p&&S.y<=g&&S!==s&&S!==o&&Ba(a,h,l,u,c,d,S.x,S.y)&&cn(S.prev,S,S.next)>=0))return!1;S=S.nextZ}for(;C&&C.z>=m;){if(C.x>=f&&C.x<=_&&C.y>=p&&C.y<=g&&C!==s&&C!==o&&Ba(a,h,l,u,c,d,C.x,C.y)&&cn(C.prev,C,C.next)>=0)return!1;C=C.prevZ}for(;S&&S.z<=v;){if(S.x>=f&&S.x<=_&&S.y>=p&&S.y<=g&&S!==s&&S!==o&&Ba(a,h,l,u,c,d,S.x,S.y)&&cn(S.prev,S,S.next)>=0)return!1;S=S.nextZ}return!0}function fS(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Ho(n,s)&&W0(n,e,e.next,s)&&cl(n,s)&&cl(s,n)&&(t.push(n.i,e.i,s.i),hl(e),hl(e.next),e=i=s),e=e.next}while(e!==i);return Br(e)}function pS(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&MS(o,a)){let l=X0(o,a);o=Br(o,o.next),l=Br(l,l.next),ll(o,t,e,n,s,r,0),ll(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function mS(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=G0(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(SS(c))}s.sort(gS);for(let r=0;r<s.length;r++)e=_S(s[r],e);return e}function gS(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function _S(i,t){let e=xS(i,t);if(!e)return t;let n=X0(e,i);return Br(n,n.next),Br(e,e.next)}function xS(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Ho(i,e))return e;do{if(Ho(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&H0(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);cl(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&yS(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function yS(i,t){return cn(i.prev,i,t.prev)<0&&cn(t.next,i,i.next)<0}function vS(i,t,e,n){let s=i;do s.z===0&&(s.z=Hf(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,bS(s)}function bS(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function Hf(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function SS(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function H0(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function Ba(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&H0(i,t,e,n,s,r,o,a)}function MS(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!wS(i,t)&&(cl(i,t)&&cl(t,i)&&ES(i,t)&&(cn(i.prev,i,t.prev)||cn(i,t.prev,t))||Ho(i,t)&&cn(i.prev,i,i.next)>0&&cn(t.prev,t,t.next)>0)}function cn(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Ho(i,t){return i.x===t.x&&i.y===t.y}function W0(i,t,e,n){let s=Oc(cn(i,t,e)),r=Oc(cn(i,t,n)),o=Oc(cn(e,n,i)),a=Oc(cn(e,n,t));return!!(s!==r&&o!==a||s===0&&Nc(i,e,t)||r===0&&Nc(i,n,t)||o===0&&Nc(e,i,n)||a===0&&Nc(e,t,n))}function Nc(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function Oc(i){return i>0?1:i<0?-1:0}function wS(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&W0(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function cl(i,t){return cn(i.prev,i,i.next)<0?cn(i,t,i.next)>=0&&cn(i,i.prev,t)>=0:cn(i,t,i.prev)<0||cn(i,i.next,t)<0}function ES(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function X0(i,t){let e=Wf(i.i,i.x,i.y),n=Wf(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function Xg(i,t,e,n){let s=Wf(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function hl(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Wf(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function TS(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Xf=class{static triangulate(t,e,n=2){return hS(t,e,n)}},Nr=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];qg(t),$g(n,t);let o=t.length;e.forEach(qg);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,$g(n,e[l]);let a=Xf.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function qg(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function $g(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var kr=class i extends Re{constructor(t=new qs([new ft(.5,.5),new ft(-.5,.5),new ft(-.5,-.5),new ft(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new re(s,3)),this.setAttribute("uv",new re(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,p=e.bevelSize!==void 0?e.bevelSize:f-.1,_=e.bevelOffset!==void 0?e.bevelOffset:0,g=e.bevelSegments!==void 0?e.bevelSegments:3,m=e.extrudePath,v=e.UVGenerator!==void 0?e.UVGenerator:AS,C,S=!1,P,R,x,A;if(m){C=m.getSpacedPoints(h),S=!0,d=!1;let ot=m.isCatmullRomCurve3?m.closed:!1;P=m.computeFrenetFrames(h,ot),R=new T,x=new T,A=new T}d||(g=0,f=0,p=0,_=0);let k=a.extractPoints(c),N=k.shape,D=k.holes;if(!Nr.isClockWise(N)){N=N.reverse();for(let ot=0,vt=D.length;ot<vt;ot++){let xt=D[ot];Nr.isClockWise(xt)&&(D[ot]=xt.reverse())}}function X(ot){let xt=10000000000000001e-36,Bt=ot[0];for(let Dt=1;Dt<=ot.length;Dt++){let se=Dt%ot.length,kt=ot[se],be=kt.x-Bt.x,ge=kt.y-Bt.y,we=be*be+ge*ge,F=Math.max(Math.abs(kt.x),Math.abs(kt.y),Math.abs(Bt.x),Math.abs(Bt.y)),St=xt*F*F;if(we<=St){ot.splice(se,1),Dt--;continue}Bt=kt}}X(N),D.forEach(X);let O=D.length,G=N;for(let ot=0;ot<O;ot++){let vt=D[ot];N=N.concat(vt)}function $(ot,vt,xt){return vt||he("ExtrudeGeometry: vec does not exist"),ot.clone().addScaledVector(vt,xt)}let V=N.length;function ct(ot,vt,xt){let Bt,Dt,se,kt=ot.x-vt.x,be=ot.y-vt.y,ge=xt.x-ot.x,we=xt.y-ot.y,F=kt*kt+be*be,St=kt*we-be*ge;if(Math.abs(St)>Number.EPSILON){let qt=Math.sqrt(F),fe=Math.sqrt(ge*ge+we*we),Et=vt.x-be/qt,ke=vt.y+kt/qt,Zt=xt.x-we/fe,te=xt.y+ge/fe,I=((Zt-Et)*we-(te-ke)*ge)/(kt*we-be*ge);Bt=Et+kt*I-ot.x,Dt=ke+be*I-ot.y;let M=Bt*Bt+Dt*Dt;if(M<=2)return new ft(Bt,Dt);se=Math.sqrt(M/2)}else{let qt=!1;kt>Number.EPSILON?ge>Number.EPSILON&&(qt=!0):kt<-Number.EPSILON?ge<-Number.EPSILON&&(qt=!0):Math.sign(be)===Math.sign(we)&&(qt=!0),qt?(Bt=-be,Dt=kt,se=Math.sqrt(F)):(Bt=kt,Dt=be,se=Math.sqrt(F/2))}return new ft(Bt/se,Dt/se)}let j=[];for(let ot=0,vt=G.length,xt=vt-1,Bt=ot+1;ot<vt;ot++,xt++,Bt++)xt===vt&&(xt=0),Bt===vt&&(Bt=0),j[ot]=ct(G[ot],G[xt],G[Bt]);let Q=[],et,pt=j.concat();for(let ot=0,vt=O;ot<vt;ot++){let xt=D[ot];et=[];for(let Bt=0,Dt=xt.length,se=Dt-1,kt=Bt+1;Bt<Dt;Bt++,se++,kt++)se===Dt&&(se=0),kt===Dt&&(kt=0),et[Bt]=ct(xt[Bt],xt[se],xt[kt]);Q.push(et),pt=pt.concat(et)}let ht;if(g===0)ht=Nr.triangulateShape(G,D);else{let ot=[],vt=[];for(let xt=0;xt<g;xt++){let Bt=xt/g,Dt=f*Math.cos(Bt*Math.PI/2),se=p*Math.sin(Bt*Math.PI/2)+_;for(let kt=0,be=G.length;kt<be;kt++){let ge=$(G[kt],j[kt],se);Gt(ge.x,ge.y,-Dt),Bt===0&&ot.push(ge)}for(let kt=0,be=O;kt<be;kt++){let ge=D[kt];et=Q[kt];let we=[];for(let F=0,St=ge.length;F<St;F++){let qt=$(ge[F],et[F],se);Gt(qt.x,qt.y,-Dt),Bt===0&&we.push(qt)}Bt===0&&vt.push(we)}}ht=Nr.triangulateShape(ot,vt)}let tt=ht.length,_t=p+_;for(let ot=0;ot<V;ot++){let vt=d?$(N[ot],pt[ot],_t):N[ot];S?(x.copy(P.normals[0]).multiplyScalar(vt.x),R.copy(P.binormals[0]).multiplyScalar(vt.y),A.copy(C[0]).add(x).add(R),Gt(A.x,A.y,A.z)):Gt(vt.x,vt.y,0)}for(let ot=1;ot<=h;ot++)for(let vt=0;vt<V;vt++){let xt=d?$(N[vt],pt[vt],_t):N[vt];S?(x.copy(P.normals[ot]).multiplyScalar(xt.x),R.copy(P.binormals[ot]).multiplyScalar(xt.y),A.copy(C[ot]).add(x).add(R),Gt(A.x,A.y,A.z)):Gt(xt.x,xt.y,u/h*ot)}for(let ot=g-1;ot>=0;ot--){let vt=ot/g,xt=f*Math.cos(vt*Math.PI/2),Bt=p*Math.sin(vt*Math.PI/2)+_;for(let Dt=0,se=G.length;Dt<se;Dt++){let kt=$(G[Dt],j[Dt],Bt);Gt(kt.x,kt.y,u+xt)}for(let Dt=0,se=D.length;Dt<se;Dt++){let kt=D[Dt];et=Q[Dt];for(let be=0,ge=kt.length;be<ge;be++){let we=$(kt[be],et[be],Bt);S?Gt(we.x,we.y+C[h-1].y,C[h-1].x+xt):Gt(we.x,we.y,u+xt)}}}yt(),Lt();function yt(){let ot=s.length/3;if(d){let vt=0,xt=V*vt;for(let Bt=0;Bt<tt;Bt++){let Dt=ht[Bt];ae(Dt[2]+xt,Dt[1]+xt,Dt[0]+xt)}vt=h+g*2,xt=V*vt;for(let Bt=0;Bt<tt;Bt++){let Dt=ht[Bt];ae(Dt[0]+xt,Dt[1]+xt,Dt[2]+xt)}}else{for(let vt=0;vt<tt;vt++){let xt=ht[vt];ae(xt[2],xt[1],xt[0])}for(let vt=0;vt<tt;vt++){let xt=ht[vt];ae(xt[0]+V*h,xt[1]+V*h,xt[2]+V*h)}}n.addGroup(ot,s.length/3-ot,0)}function Lt(){let ot=s.length/3,vt=0;wt(G,vt),vt+=G.length;for(let xt=0,Bt=D.length;xt<Bt;xt++){let Dt=D[xt];wt(Dt,vt),vt+=Dt.length}n.addGroup(ot,s.length/3-ot,1)}function wt(ot,vt){let xt=ot.length;for(;--xt>=0;){let Bt=xt,Dt=xt-1;Dt<0&&(Dt=ot.length-1);for(let se=0,kt=h+g*2;se<kt;se++){let be=V*se,ge=V*(se+1),we=vt+Bt+be,F=vt+Dt+be,St=vt+Dt+ge,qt=vt+Bt+ge;Jt(we,F,St,qt)}}}function Gt(ot,vt,xt){l.push(ot),l.push(vt),l.push(xt)}function ae(ot,vt,xt){le(ot),le(vt),le(xt);let Bt=s.length/3,Dt=v.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);oe(Dt[0]),oe(Dt[1]),oe(Dt[2])}function Jt(ot,vt,xt,Bt){le(ot),le(vt),le(Bt),le(vt),le(xt),le(Bt);let Dt=s.length/3,se=v.generateSideWallUV(n,s,Dt-6,Dt-3,Dt-2,Dt-1);oe(se[0]),oe(se[1]),oe(se[3]),oe(se[1]),oe(se[2]),oe(se[3])}function le(ot){s.push(l[ot*3+0]),s.push(l[ot*3+1]),s.push(l[ot*3+2])}function oe(ot){r.push(ot.x),r.push(ot.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return CS(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new Gf[s.type]().fromJSON(s)),new i(n,t.options)}},AS={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new ft(r,o),new ft(a,l),new ft(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],d=t[s*3],f=t[s*3+1],p=t[s*3+2],_=t[r*3],g=t[r*3+1],m=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new ft(o,1-l),new ft(c,1-u),new ft(d,1-p),new ft(_,1-m)]:[new ft(a,1-l),new ft(h,1-u),new ft(f,1-p),new ft(g,1-m)]}};function CS(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var Wo=class i extends Re{constructor(t=[new ft(0,-.5),new ft(.5,0),new ft(0,.5)],e=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:t,segments:e,phiStart:n,phiLength:s},e=Math.floor(e),s=me(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/e,u=new T,d=new ft,f=new T,p=new T,_=new T,g=0,m=0;for(let v=0;v<=t.length-1;v++)switch(v){case 0:g=t[v+1].x-t[v].x,m=t[v+1].y-t[v].y,f.x=m*1,f.y=-g,f.z=m*0,_.copy(f),f.normalize(),l.push(f.x,f.y,f.z);break;case t.length-1:_.normalize(),l.push(_.x,_.y,_.z);break;default:g=t[v+1].x-t[v].x,m=t[v+1].y-t[v].y,f.x=m*1,f.y=-g,f.z=m*0,p.copy(f),f.x+=_.x,f.y+=_.y,f.z+=_.z,f.normalize(),l.push(f.x,f.y,f.z),_.copy(p)}for(let v=0;v<=e;v++){let C=n+v*h*s,S=Math.sin(C),P=Math.cos(C);for(let R=0;R<=t.length-1;R++){u.x=t[R].x*S,u.y=t[R].y,u.z=t[R].x*P,o.push(u.x,u.y,u.z),d.x=v/e,d.y=R/(t.length-1),a.push(d.x,d.y);let x=l[3*R+0]*S,A=l[3*R+1],k=l[3*R+0]*P;c.push(x,A,k)}}for(let v=0;v<e;v++)for(let C=0;C<t.length-1;C++){let S=C+v*t.length,P=S,R=S+t.length,x=S+t.length+1,A=S+1;r.push(P,R,A),r.push(x,A,R)}this.setIndex(r),this.setAttribute("position",new re(o,3)),this.setAttribute("uv",new re(a,2)),this.setAttribute("normal",new re(c,3))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.points,t.segments,t.phiStart,t.phiLength)}};var pr=class i extends Re{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],p=[],_=[],g=[];for(let m=0;m<h;m++){let v=m*d-o;for(let C=0;C<c;C++){let S=C*u-r;p.push(S,-v,0),_.push(0,0,1),g.push(C/a),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let v=0;v<a;v++){let C=v+c*m,S=v+c*(m+1),P=v+1+c*(m+1),R=v+1+c*m;f.push(C,S,R),f.push(S,P,R)}this.setIndex(f),this.setAttribute("position",new re(p,3)),this.setAttribute("normal",new re(_,3)),this.setAttribute("uv",new re(g,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}},ul=class i extends Re{constructor(t=.5,e=1,n=32,s=1,r=0,o=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:t,outerRadius:e,thetaSegments:n,phiSegments:s,thetaStart:r,thetaLength:o},n=Math.max(3,n),s=Math.max(1,s);let a=[],l=[],c=[],h=[],u=t,d=(e-t)/s,f=new T,p=new ft;for(let _=0;_<=s;_++){for(let g=0;g<=n;g++){let m=r+g/n*o;f.x=u*Math.cos(m),f.y=u*Math.sin(m),l.push(f.x,f.y,f.z),c.push(0,0,1),p.x=(f.x/e+1)/2,p.y=(f.y/e+1)/2,h.push(p.x,p.y)}u+=d}for(let _=0;_<s;_++){let g=_*(n+1);for(let m=0;m<n;m++){let v=m+g,C=v,S=v+n+1,P=v+n+2,R=v+1;a.push(C,S,R),a.push(S,P,R)}}this.setIndex(a),this.setAttribute("position",new re(l,3)),this.setAttribute("normal",new re(c,3)),this.setAttribute("uv",new re(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.innerRadius,t.outerRadius,t.thetaSegments,t.phiSegments,t.thetaStart,t.thetaLength)}};var Qn=class i extends Re{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new T,d=new T,f=[],p=[],_=[],g=[];for(let m=0;m<=n;m++){let v=[],C=m/n,S=o+C*a,P=t*Math.cos(S),R=Math.sqrt(t*t-P*P),x=0;m===0&&o===0?x=.5/e:m===n&&l===Math.PI&&(x=-.5/e);for(let A=0;A<=e;A++){let k=A/e,N=s+k*r;u.x=-R*Math.cos(N),u.y=P,u.z=R*Math.sin(N),p.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),g.push(k+x,1-C),v.push(c++)}h.push(v)}for(let m=0;m<n;m++)for(let v=0;v<e;v++){let C=h[m][v+1],S=h[m][v],P=h[m+1][v],R=h[m+1][v+1];(m!==0||o>0)&&f.push(C,S,R),(m!==n-1||l<Math.PI)&&f.push(S,P,R)}this.setIndex(f),this.setAttribute("position",new re(p,3)),this.setAttribute("normal",new re(_,3)),this.setAttribute("uv",new re(g,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var zr=class i extends Re{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new T,f=new T,p=new T;for(let _=0;_<=n;_++){let g=o+_/n*a;for(let m=0;m<=s;m++){let v=m/s*r;f.x=(t+e*Math.cos(g))*Math.cos(v),f.y=(t+e*Math.cos(g))*Math.sin(v),f.z=e*Math.sin(g),c.push(f.x,f.y,f.z),d.x=t*Math.cos(v),d.y=t*Math.sin(v),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(m/s),u.push(_/n)}}for(let _=1;_<=n;_++)for(let g=1;g<=s;g++){let m=(s+1)*_+g-1,v=(s+1)*(_-1)+g-1,C=(s+1)*(_-1)+g,S=(s+1)*_+g;l.push(m,v,S),l.push(v,C,S)}this.setIndex(l),this.setAttribute("position",new re(c,3)),this.setAttribute("normal",new re(h,3)),this.setAttribute("uv",new re(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var dl=class extends Re{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new T,r=new T;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,_=d+f;p<_;p+=3)for(let g=0;g<3;g++){let m=a.getX(p+g),v=a.getX(p+(g+1)%3);s.fromBufferAttribute(o,m),r.fromBufferAttribute(o,v),Yg(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),Yg(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new re(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function Yg(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}function qr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(Zg(s))s.isRenderTargetTexture?(ne("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(Zg(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function ei(i){let t={};for(let e=0;e<i.length;e++){let n=qr(i[e]);for(let s in n)t[s]=n[s]}return t}function Zg(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function RS(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Tp(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Le.workingColorSpace}var Il={clone:qr,merge:ei},PS=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,IS=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,ti=class extends gs{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=PS,this.fragmentShader=IS,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=qr(t.uniforms),this.uniformsGroups=RS(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Wt().setHex(s.value);break;case"v2":this.uniforms[n].value=new ft().fromArray(s.value);break;case"v3":this.uniforms[n].value=new T().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Ve().fromArray(s.value);break;case"m3":this.uniforms[n].value=new _e().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Se().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},hh=class extends ti{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},qe=class extends gs{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Wt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Wt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=hu,this.normalScale=new ft(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new zs,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var uh=class extends gs{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=R0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},dh=class extends gs{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Co(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Uc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var mr=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},fh=class extends mr{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Bf,endingEnd:Bf}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case kf:r=t,a=2*e-n;break;case zf:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case kf:o=t,l=2*n-e;break;case zf:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-e)/(s-e),_=p*p,g=_*p,m=-d*g+2*d*_-d*p,v=(1+d)*g+(-1.5-2*d)*_+(-.5+d)*p+1,C=(-1-f)*g+(1.5+f)*_+.5*p,S=f*g-f*_;for(let P=0;P!==a;++P)r[P]=m*o[h+P]+v*o[c+P]+C*o[l+P]+S*o[u+P];return r}},ph=class extends mr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},mh=class extends mr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},gh=class extends mr{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),_=1-p;for(let g=0;g!==a;++g)r[g]=o[c+g]*_+o[l+g]*p;return r}let d=a*2,f=t-1;for(let p=0;p!==a;++p){let _=o[c+p],g=o[l+p],m=f*d+p*2,v=u[m],C=u[m+1],S=t*d+p*2,P=h[S],R=h[S+1],x=DS(n,e,v,P,s);r[p]=q0(x,_,C,R,g)}return r}};function q0(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function LS(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function DS(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=q0(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=LS(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var Ri=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Co(e,this.TimeBufferType),this.values=Co(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Co(t.times,Array),values:Co(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Uc(t.settings)&&(n.settings={inTangents:Co(t.settings.inTangents,Array),outTangents:Co(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new mh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new ph(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new fh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new gh(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Ha:e=this.InterpolantFactoryMethodDiscrete;break;case jc:e=this.InterpolantFactoryMethodLinear;break;case zc:e=this.InterpolantFactoryMethodSmooth;break;case Ff:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return ne("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ha;case this.InterpolantFactoryMethodLinear:return jc;case this.InterpolantFactoryMethodSmooth:return zc;case this.InterpolantFactoryMethodBezier:return Ff}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Uc(this.settings)&&(jg(this.settings.inTangents,t),jg(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Uc(this.settings)&&(Jg(this.settings.inTangents,t),Jg(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(he("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(he("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){he("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){he("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Sb(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){he("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===zc,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let _=e[u+p];if(_!==e[d+p]||_!==e[f+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Uc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function jg(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function Jg(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}Ri.prototype.ValueTypeName="";Ri.prototype.TimeBufferType=Float32Array;Ri.prototype.ValueBufferType=Float32Array;Ri.prototype.DefaultInterpolation=jc;var gr=class extends Ri{constructor(t,e,n){super(t,e,n)}};gr.prototype.ValueTypeName="bool";gr.prototype.ValueBufferType=Array;gr.prototype.DefaultInterpolation=Ha;gr.prototype.InterpolantFactoryMethodLinear=void 0;gr.prototype.InterpolantFactoryMethodSmooth=void 0;var _h=class extends Ri{constructor(t,e,n,s){super(t,e,n,s)}};_h.prototype.ValueTypeName="color";var xh=class extends Ri{constructor(t,e,n,s){super(t,e,n,s)}};xh.prototype.ValueTypeName="number";var yh=class extends mr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)ve.slerpFlat(r,0,o,c-a,o,c,l);return r}},fl=class extends Ri{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new yh(this.times,this.values,this.getValueSize(),t)}};fl.prototype.ValueTypeName="quaternion";fl.prototype.InterpolantFactoryMethodSmooth=void 0;var _r=class extends Ri{constructor(t,e,n){super(t,e,n)}};_r.prototype.ValueTypeName="string";_r.prototype.ValueBufferType=Array;_r.prototype.DefaultInterpolation=Ha;_r.prototype.InterpolantFactoryMethodLinear=void 0;_r.prototype.InterpolantFactoryMethodSmooth=void 0;var vh=class extends Ri{constructor(t,e,n,s){super(t,e,n,s)}};vh.prototype.ValueTypeName="vector";var bh=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},$0=new bh,Sh=class{constructor(t){this.manager=t!==void 0?t:$0,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Sh.DEFAULT_MATERIAL_NAME="__DEFAULT";var pl=class extends zn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Wt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},ml=class extends pl{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(zn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Wt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},Of=new Se,Kg=new T,Qg=new T,Mh=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new ft(512,512),this.mapType=mi,this.map=null,this.mapPass=null,this.matrix=new Se,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ur,this._frameExtents=new ft(1,1),this._viewportCount=1,this._viewports=[new Ve(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;Kg.setFromMatrixPosition(t.matrixWorld),e.position.copy(Kg),Qg.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Qg),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){Of.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(Of,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Uo||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Of)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Fc=new T,Bc=new ve,ps=new T,gl=class extends zn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Se,this.projectionMatrix=new Se,this.projectionMatrixInverse=new Se,this.coordinateSystem=Fi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Fc,Bc,ps),ps.x===1&&ps.y===1&&ps.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Fc,Bc,ps.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Fc,Bc,ps),ps.x===1&&ps.y===1&&ps.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Fc,Bc,ps.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},hr=new T,t0=new ft,e0=new ft,ci=class extends gl{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Bo*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Do*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Bo*2*Math.atan(Math.tan(Do*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){hr.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(hr.x,hr.y).multiplyScalar(-t/hr.z),hr.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(hr.x,hr.y).multiplyScalar(-t/hr.z)}getViewSize(t,e){return this.getViewBounds(t,t0,e0),e.subVectors(e0,t0)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Do*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var _l=class extends gl{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},qf=class extends Mh{constructor(){super(new _l(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Xo=class extends pl{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(zn.DEFAULT_UP),this.updateMatrix(),this.target=new zn,this.shadow=new qf}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var xl=class extends Re{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var Ro=-90,Po=1,qo=class extends zn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new ci(Ro,Po,t,e);s.layers=this.layers,this.add(s);let r=new ci(Ro,Po,t,e);r.layers=this.layers,this.add(r);let o=new ci(Ro,Po,t,e);o.layers=this.layers,this.add(o);let a=new ci(Ro,Po,t,e);a.layers=this.layers,this.add(a);let l=new ci(Ro,Po,t,e);l.layers=this.layers,this.add(l);let c=new ci(Ro,Po,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Fi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Uo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let g=!1;t.isWebGLRenderer===!0?g=t.state.buffers.depth.getReversed():g=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=_,t.setRenderTarget(n,5,s),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},wh=class extends ci{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Ap="\\[\\]\\.:\\/",NS=new RegExp("["+Ap+"]","g"),Cp="[^"+Ap+"]",OS="[^"+Ap.replace("\\.","")+"]",US=/((?:WC+[\/:])*)/.source.replace("WC",Cp),FS=/(WCOD+)?/.source.replace("WCOD",OS),BS=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Cp),kS=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Cp),zS=new RegExp("^"+US+FS+BS+kS+"$"),VS=["material","materials","bones","map"],$f=class{constructor(t,e,n){let s=n||nn.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},nn=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(NS,"")}static parseTrackName(t){let e=zS.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);VS.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){ne("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){he("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){he("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){he("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){he("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){he("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){he("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){he("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;he("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){he("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){he("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};nn.Composite=$f;nn.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};nn.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};nn.prototype.GetterByBindingType=[nn.prototype._getValue_direct,nn.prototype._getValue_array,nn.prototype._getValue_arrayElement,nn.prototype._getValue_toArray];nn.prototype.SetterByBindingTypeAndVersioning=[[nn.prototype._setValue_direct,nn.prototype._setValue_direct_setNeedsUpdate,nn.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[nn.prototype._setValue_array,nn.prototype._setValue_array_setNeedsUpdate,nn.prototype._setValue_array_setMatrixWorldNeedsUpdate],[nn.prototype._setValue_arrayElement,nn.prototype._setValue_arrayElement_setNeedsUpdate,nn.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[nn.prototype._setValue_fromArray,nn.prototype._setValue_fromArray_setNeedsUpdate,nn.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var J3=new Float32Array(1);var xr=class extends th{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var n0=new Se,yl=class{constructor(t,e,n=0,s=1/0){this.ray=new Vs(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new zo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):he("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return n0.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(n0),this}intersectObject(t,e=!0,n=[]){return Yf(t,this,n,e),n.sort(i0),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Yf(t[s],this,n,e);return n.sort(i0),n}};function i0(i,t){return i.distance-t.distance}function Yf(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Yf(r[o],t,e,!0)}}var _s=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=me(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(me(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Zf=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var s0=new T,kc=new T,Io=new T,Lo=new T,Uf=new T,GS=new T,HS=new T,vl=class{constructor(t=new T,e=new T){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){s0.subVectors(t,this.start),kc.subVectors(this.end,this.start);let n=kc.dot(kc);if(n===0)return 0;let r=kc.dot(s0)/n;return e&&(r=me(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=GS,n=HS){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;Io.subVectors(c,a),Lo.subVectors(h,l),Uf.subVectors(a,l);let u=Io.dot(Io),d=Lo.dot(Lo),f=Lo.dot(Uf);if(u<=s&&d<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=me(o,0,1);else{let p=Io.dot(Uf);if(d<=s)o=0,r=me(-p/u,0,1);else{let _=Io.dot(Lo),g=u*d-_*_;g!==0?r=me((_*f-p*d)/g,0,1):r=0,o=(_*r+f)/d,o<0?(o=0,r=me(-p/u,0,1)):o>1&&(o=1,r=me((_-p)/u,0,1))}}return e.copy(a).addScaledVector(Io,r),n.copy(l).addScaledVector(Lo,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var bl=class extends Zi{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function Rp(i,t,e,n){let s=WS(n);switch(e){case pp:return i*t;case Jo:return i*t/s.components*s.byteLength;case Ih:return i*t/s.components*s.byteLength;case br:return i*t*2/s.components*s.byteLength;case Lh:return i*t*2/s.components*s.byteLength;case mp:return i*t*3/s.components*s.byteLength;case Qi:return i*t*4/s.components*s.byteLength;case Dh:return i*t*4/s.components*s.byteLength;case wl:case El:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Tl:case Al:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Oh:case Fh:return Math.max(i,16)*Math.max(t,8)/4;case Nh:case Uh:return Math.max(i,8)*Math.max(t,8)/2;case Bh:case kh:case Vh:case Gh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case zh:case Cl:case Hh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Wh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Xh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case qh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case $h:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Yh:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Zh:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case jh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Jh:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Kh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Qh:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case tu:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case eu:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case nu:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case iu:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case su:case ru:case ou:return Math.ceil(i/4)*Math.ceil(t/4)*16;case au:case lu:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Rl:case cu:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function WS(i){switch(i){case mi:case hp:return{byteLength:1,components:1};case jo:case up:case Ki:return{byteLength:2,components:1};case Rh:case Ph:return{byteLength:2,components:4};case Ji:case Ch:case ki:return{byteLength:4,components:1};case dp:case fp:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?ne("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function m_(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function qS(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],_=u[f];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let _=u[f];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var $S=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,YS=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,ZS=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,jS=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,JS=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,KS=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,QS=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,tM=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,eM=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,nM=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,iM=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,sM=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,rM=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,oM=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,aM=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,lM=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,cM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,hM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,uM=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,dM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,fM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,pM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,mM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,gM=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,_M=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,xM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,yM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,vM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,bM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,SM="gl_FragColor = linearToOutputTexel( gl_FragColor );",MM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,wM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,EM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,TM=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,AM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,CM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,RM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,PM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,IM=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,LM=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,DM=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,NM=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,OM=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,UM=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,FM=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,BM=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,kM=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,zM=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,VM=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,GM=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,HM=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,WM=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,XM=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,qM=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,$M=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,YM=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,ZM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,jM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,JM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,KM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,QM=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,tw=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ew=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,nw=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,iw=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,sw=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,rw=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,ow=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,aw=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,lw=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,cw=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,hw=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,uw=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,dw=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,fw=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,pw=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,mw=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,gw=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,_w=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,xw=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,yw=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,vw=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,bw=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Sw=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Mw=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,ww=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Ew=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Tw=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Aw=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Cw=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Rw=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Pw=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Iw=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Lw=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Dw=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Nw=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Ow=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Uw=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Fw=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Bw=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,kw=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,zw=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Vw=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Gw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Hw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Ww=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Xw=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,qw=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,$w=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Zw=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,jw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Jw=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Kw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Qw=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,t1=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,e1=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,n1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,i1=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,s1=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,r1=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,o1=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,a1=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,l1=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,c1=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,h1=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,u1=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,d1=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,f1=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,p1=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,m1=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,g1=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,_1=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,x1=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,y1=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,v1=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,b1=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,S1=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,M1=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,w1=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,E1=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Te={alphahash_fragment:$S,alphahash_pars_fragment:YS,alphamap_fragment:ZS,alphamap_pars_fragment:jS,alphatest_fragment:JS,alphatest_pars_fragment:KS,aomap_fragment:QS,aomap_pars_fragment:tM,batching_pars_vertex:eM,batching_vertex:nM,begin_vertex:iM,beginnormal_vertex:sM,bsdfs:rM,iridescence_fragment:oM,bumpmap_pars_fragment:aM,clipping_planes_fragment:lM,clipping_planes_pars_fragment:cM,clipping_planes_pars_vertex:hM,clipping_planes_vertex:uM,color_fragment:dM,color_pars_fragment:fM,color_pars_vertex:pM,color_vertex:mM,common:gM,defaultnormal_vertex:_M,displacementmap_pars_vertex:xM,displacementmap_vertex:yM,emissivemap_fragment:vM,emissivemap_pars_fragment:bM,colorspace_fragment:SM,colorspace_pars_fragment:MM,envmap_fragment:wM,envmap_common_pars_fragment:EM,envmap_pars_fragment:TM,envmap_pars_vertex:AM,envmap_physical_pars_fragment:BM,envmap_vertex:CM,fog_vertex:RM,fog_pars_vertex:PM,fog_fragment:IM,fog_pars_fragment:LM,gradientmap_pars_fragment:DM,lightmap_pars_fragment:NM,lights_lambert_fragment:OM,lights_lambert_pars_fragment:UM,lights_pars_begin:FM,lights_toon_fragment:kM,lights_toon_pars_fragment:zM,lights_phong_fragment:VM,lights_phong_pars_fragment:GM,lights_physical_fragment:HM,lights_physical_pars_fragment:WM,lights_fragment_begin:XM,lights_fragment_maps:qM,lights_fragment_end:$M,lightprobes_pars_fragment:YM,logdepthbuf_fragment:ZM,logdepthbuf_pars_fragment:jM,logdepthbuf_pars_vertex:JM,logdepthbuf_vertex:KM,map_fragment:QM,map_pars_fragment:tw,map_particle_fragment:ew,map_particle_pars_fragment:nw,metalnessmap_fragment:iw,metalnessmap_pars_fragment:sw,morphinstance_vertex:rw,morphcolor_vertex:ow,morphnormal_vertex:aw,morphtarget_pars_vertex:lw,morphtarget_vertex:cw,normal_fragment_begin:hw,normal_fragment_maps:uw,normal_pars_fragment:dw,normal_pars_vertex:fw,normal_vertex:pw,normalmap_pars_fragment:mw,clearcoat_normal_fragment_begin:gw,clearcoat_normal_fragment_maps:_w,clearcoat_pars_fragment:xw,iridescence_pars_fragment:yw,opaque_fragment:vw,packing:bw,premultiplied_alpha_fragment:Sw,project_vertex:Mw,dithering_fragment:ww,dithering_pars_fragment:Ew,roughnessmap_fragment:Tw,roughnessmap_pars_fragment:Aw,shadowmap_pars_fragment:Cw,shadowmap_pars_vertex:Rw,shadowmap_vertex:Pw,shadowmask_pars_fragment:Iw,skinbase_vertex:Lw,skinning_pars_vertex:Dw,skinning_vertex:Nw,skinnormal_vertex:Ow,specularmap_fragment:Uw,specularmap_pars_fragment:Fw,tonemapping_fragment:Bw,tonemapping_pars_fragment:kw,transmission_fragment:zw,transmission_pars_fragment:Vw,uv_pars_fragment:Gw,uv_pars_vertex:Hw,uv_vertex:Ww,worldpos_vertex:Xw,background_vert:qw,background_frag:$w,backgroundCube_vert:Yw,backgroundCube_frag:Zw,cube_vert:jw,cube_frag:Jw,depth_vert:Kw,depth_frag:Qw,distance_vert:t1,distance_frag:e1,equirect_vert:n1,equirect_frag:i1,linedashed_vert:s1,linedashed_frag:r1,meshbasic_vert:o1,meshbasic_frag:a1,meshlambert_vert:l1,meshlambert_frag:c1,meshmatcap_vert:h1,meshmatcap_frag:u1,meshnormal_vert:d1,meshnormal_frag:f1,meshphong_vert:p1,meshphong_frag:m1,meshphysical_vert:g1,meshphysical_frag:_1,meshtoon_vert:x1,meshtoon_frag:y1,points_vert:v1,points_frag:b1,shadow_vert:S1,shadow_frag:M1,sprite_vert:w1,sprite_frag:E1},Ot={common:{diffuse:{value:new Wt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new _e},alphaMap:{value:null},alphaMapTransform:{value:new _e},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new _e}},envmap:{envMap:{value:null},envMapRotation:{value:new _e},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new _e}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new _e}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new _e},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new _e},normalScale:{value:new ft(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new _e},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new _e}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new _e}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new _e}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Wt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Wt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new _e},alphaTest:{value:0},uvTransform:{value:new _e}},sprite:{diffuse:{value:new Wt(16777215)},opacity:{value:1},center:{value:new ft(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new _e},alphaMap:{value:null},alphaMapTransform:{value:new _e},alphaTest:{value:0}}},fi={basic:{uniforms:ei([Ot.common,Ot.specularmap,Ot.envmap,Ot.aomap,Ot.lightmap,Ot.fog]),vertexShader:Te.meshbasic_vert,fragmentShader:Te.meshbasic_frag},lambert:{uniforms:ei([Ot.common,Ot.specularmap,Ot.envmap,Ot.aomap,Ot.lightmap,Ot.emissivemap,Ot.bumpmap,Ot.normalmap,Ot.displacementmap,Ot.fog,Ot.lights,{emissive:{value:new Wt(0)},envMapIntensity:{value:1}}]),vertexShader:Te.meshlambert_vert,fragmentShader:Te.meshlambert_frag},phong:{uniforms:ei([Ot.common,Ot.specularmap,Ot.envmap,Ot.aomap,Ot.lightmap,Ot.emissivemap,Ot.bumpmap,Ot.normalmap,Ot.displacementmap,Ot.fog,Ot.lights,{emissive:{value:new Wt(0)},specular:{value:new Wt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Te.meshphong_vert,fragmentShader:Te.meshphong_frag},standard:{uniforms:ei([Ot.common,Ot.envmap,Ot.aomap,Ot.lightmap,Ot.emissivemap,Ot.bumpmap,Ot.normalmap,Ot.displacementmap,Ot.roughnessmap,Ot.metalnessmap,Ot.fog,Ot.lights,{emissive:{value:new Wt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Te.meshphysical_vert,fragmentShader:Te.meshphysical_frag},toon:{uniforms:ei([Ot.common,Ot.aomap,Ot.lightmap,Ot.emissivemap,Ot.bumpmap,Ot.normalmap,Ot.displacementmap,Ot.gradientmap,Ot.fog,Ot.lights,{emissive:{value:new Wt(0)}}]),vertexShader:Te.meshtoon_vert,fragmentShader:Te.meshtoon_frag},matcap:{uniforms:ei([Ot.common,Ot.bumpmap,Ot.normalmap,Ot.displacementmap,Ot.fog,{matcap:{value:null}}]),vertexShader:Te.meshmatcap_vert,fragmentShader:Te.meshmatcap_frag},points:{uniforms:ei([Ot.points,Ot.fog]),vertexShader:Te.points_vert,fragmentShader:Te.points_frag},dashed:{uniforms:ei([Ot.common,Ot.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Te.linedashed_vert,fragmentShader:Te.linedashed_frag},depth:{uniforms:ei([Ot.common,Ot.displacementmap]),vertexShader:Te.depth_vert,fragmentShader:Te.depth_frag},normal:{uniforms:ei([Ot.common,Ot.bumpmap,Ot.normalmap,Ot.displacementmap,{opacity:{value:1}}]),vertexShader:Te.meshnormal_vert,fragmentShader:Te.meshnormal_frag},sprite:{uniforms:ei([Ot.sprite,Ot.fog]),vertexShader:Te.sprite_vert,fragmentShader:Te.sprite_frag},background:{uniforms:{uvTransform:{value:new _e},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Te.background_vert,fragmentShader:Te.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new _e}},vertexShader:Te.backgroundCube_vert,fragmentShader:Te.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Te.cube_vert,fragmentShader:Te.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Te.equirect_vert,fragmentShader:Te.equirect_frag},distance:{uniforms:ei([Ot.common,Ot.displacementmap,{referencePosition:{value:new T},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Te.distance_vert,fragmentShader:Te.distance_frag},shadow:{uniforms:ei([Ot.lights,Ot.fog,{color:{value:new Wt(0)},opacity:{value:1}}]),vertexShader:Te.shadow_vert,fragmentShader:Te.shadow_frag}};fi.physical={uniforms:ei([fi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new _e},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new _e},clearcoatNormalScale:{value:new ft(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new _e},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new _e},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new _e},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new _e},sheen:{value:0},sheenColor:{value:new Wt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new _e},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new _e},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new _e},transmissionSamplerSize:{value:new ft},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new _e},attenuationDistance:{value:0},attenuationColor:{value:new Wt(0)},specularColor:{value:new Wt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new _e},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new _e},anisotropyVector:{value:new ft},anisotropyMap:{value:null},anisotropyMapTransform:{value:new _e}}]),vertexShader:Te.meshphysical_vert,fragmentShader:Te.meshphysical_frag};var du={r:0,b:0,g:0},T1=new Se,g_=new _e;g_.set(-1,0,0,0,1,0,0,0,1);function A1(i,t,e,n,s,r){let o=new Wt(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(v){let C=v.isScene===!0?v.background:null;if(C&&C.isTexture){let S=v.backgroundBlurriness>0;C=t.get(C,S)}return C}function p(v){let C=!1,S=f(v);S===null?g(o,a):S&&S.isColor&&(g(S,1),C=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?e.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||C)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(v,C){let S=f(C);S&&S.isCubeTexture?(c===void 0&&(c=new ie(new Ai(1,1,1),new ti({name:"BackgroundCubeMaterial",uniforms:qr(fi.backgroundCube.uniforms),vertexShader:fi.backgroundCube.vertexShader,fragmentShader:fi.backgroundCube.fragmentShader,side:An,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,R,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=C.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=C.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(T1.makeRotationFromEuler(C.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(g_),c.material.toneMapped=Le.getTransfer(S.colorSpace)!==ze,(h!==S||u!==S.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=S,u=S.version,d=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new ie(new pr(2,2),new ti({name:"BackgroundMaterial",uniforms:qr(fi.background.uniforms),vertexShader:fi.background.vertexShader,fragmentShader:fi.background.fragmentShader,side:xs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=C.backgroundIntensity,l.material.toneMapped=Le.getTransfer(S.colorSpace)!==ze,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||u!==S.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=S,u=S.version,d=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function g(v,C){v.getRGB(du,Tp(i)),e.buffers.color.setClear(du.r,du.g,du.b,C,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,C=1){o.set(v),a=C,g(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,g(o,a)},render:p,addToRenderList:_,dispose:m}}function C1(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(D,H,X,O,G){let $=!1,V=u(D,O,X,H);r!==V&&(r=V,c(r.object)),$=f(D,O,X,G),$&&p(D,O,X,G),G!==null&&t.update(G,i.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,S(D,H,X,O),G!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(G).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function u(D,H,X,O){let G=O.wireframe===!0,$=n[H.id];$===void 0&&($={},n[H.id]=$);let V=D.isInstancedMesh===!0?D.id:0,ct=$[V];ct===void 0&&(ct={},$[V]=ct);let j=ct[X.id];j===void 0&&(j={},ct[X.id]=j);let Q=j[G];return Q===void 0&&(Q=d(l()),j[G]=Q),Q}function d(D){let H=[],X=[],O=[];for(let G=0;G<e;G++)H[G]=0,X[G]=0,O[G]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:H,enabledAttributes:X,attributeDivisors:O,object:D,attributes:{},index:null}}function f(D,H,X,O){let G=r.attributes,$=H.attributes,V=0,ct=X.getAttributes();for(let j in ct)if(ct[j].location>=0){let et=G[j],pt=$[j];if(pt===void 0&&(j==="instanceMatrix"&&D.instanceMatrix&&(pt=D.instanceMatrix),j==="instanceColor"&&D.instanceColor&&(pt=D.instanceColor)),et===void 0||et.attribute!==pt||pt&&et.data!==pt.data)return!0;V++}return r.attributesNum!==V||r.index!==O}function p(D,H,X,O){let G={},$=H.attributes,V=0,ct=X.getAttributes();for(let j in ct)if(ct[j].location>=0){let et=$[j];et===void 0&&(j==="instanceMatrix"&&D.instanceMatrix&&(et=D.instanceMatrix),j==="instanceColor"&&D.instanceColor&&(et=D.instanceColor));let pt={};pt.attribute=et,et&&et.data&&(pt.data=et.data),G[j]=pt,V++}r.attributes=G,r.attributesNum=V,r.index=O}function _(){let D=r.newAttributes;for(let H=0,X=D.length;H<X;H++)D[H]=0}function g(D){m(D,0)}function m(D,H){let X=r.newAttributes,O=r.enabledAttributes,G=r.attributeDivisors;X[D]=1,O[D]===0&&(i.enableVertexAttribArray(D),O[D]=1),G[D]!==H&&(i.vertexAttribDivisor(D,H),G[D]=H)}function v(){let D=r.newAttributes,H=r.enabledAttributes;for(let X=0,O=H.length;X<O;X++)H[X]!==D[X]&&(i.disableVertexAttribArray(X),H[X]=0)}function C(D,H,X,O,G,$,V){V===!0?i.vertexAttribIPointer(D,H,X,G,$):i.vertexAttribPointer(D,H,X,O,G,$)}function S(D,H,X,O){_();let G=O.attributes,$=X.getAttributes(),V=H.defaultAttributeValues;for(let ct in $){let j=$[ct];if(j.location>=0){let Q=G[ct];if(Q===void 0&&(ct==="instanceMatrix"&&D.instanceMatrix&&(Q=D.instanceMatrix),ct==="instanceColor"&&D.instanceColor&&(Q=D.instanceColor)),Q!==void 0){let et=Q.normalized,pt=Q.itemSize,ht=t.get(Q);if(ht===void 0)continue;let tt=ht.buffer,_t=ht.type,yt=ht.bytesPerElement,Lt=_t===i.INT||_t===i.UNSIGNED_INT||Q.gpuType===Ch;if(Q.isInterleavedBufferAttribute){let wt=Q.data,Gt=wt.isInterleavedBuffer===!0?wt.stride:wt.itemSize,ae=Q.offset;if(wt.isInstancedInterleavedBuffer||wt.isInstancedBufferAttribute){for(let Jt=0;Jt<j.locationSize;Jt++)m(j.location+Jt,wt.meshPerAttribute);D.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=wt.meshPerAttribute*wt.count)}else for(let Jt=0;Jt<j.locationSize;Jt++)g(j.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Jt=0;Jt<j.locationSize;Jt++)C(j.location+Jt,pt/j.locationSize,_t,et,Gt*yt,(ae+pt/j.locationSize*Jt)*yt,Lt)}else{if(Q.isInstancedBufferAttribute){for(let wt=0;wt<j.locationSize;wt++)m(j.location+wt,Q.meshPerAttribute);D.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let wt=0;wt<j.locationSize;wt++)g(j.location+wt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let wt=0;wt<j.locationSize;wt++)C(j.location+wt,pt/j.locationSize,_t,et,pt*yt,pt/j.locationSize*wt*yt,Lt)}}else if(V!==void 0){let et=V[ct];if(et!==void 0)switch(et.length){case 2:i.vertexAttrib2fv(j.location,et);break;case 3:i.vertexAttrib3fv(j.location,et);break;case 4:i.vertexAttrib4fv(j.location,et);break;default:i.vertexAttrib1fv(j.location,et)}}}}v()}function P(){k();for(let D in n){let H=n[D];for(let X in H){let O=H[X];for(let G in O){let $=O[G];for(let V in $)h($[V].object),delete $[V];delete O[G]}}delete n[D]}}function R(D){if(n[D.id]===void 0)return;let H=n[D.id];for(let X in H){let O=H[X];for(let G in O){let $=O[G];for(let V in $)h($[V].object),delete $[V];delete O[G]}}delete n[D.id]}function x(D){for(let H in n){let X=n[H];for(let O in X){let G=X[O];if(G[D.id]===void 0)continue;let $=G[D.id];for(let V in $)h($[V].object),delete $[V];delete G[D.id]}}}function A(D){for(let H in n){let X=n[H],O=D.isInstancedMesh===!0?D.id:0,G=X[O];if(G!==void 0){for(let $ in G){let V=G[$];for(let ct in V)h(V[ct].object),delete V[ct];delete G[$]}delete X[O],Object.keys(X).length===0&&delete n[H]}}}function k(){N(),o=!0,r!==s&&(r=s,c(r.object))}function N(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:k,resetDefaultState:N,dispose:P,releaseStatesOfGeometry:R,releaseStatesOfObject:A,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:g,disableUnusedAttributes:v}}function R1(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function P1(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Qi&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let A=x===Ki&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==mi&&x!==ki&&!A&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(ne("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&ne("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&ne("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),g=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),C=i.getParameter(i.MAX_VARYING_VECTORS),S=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),R=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:v,maxVaryings:C,maxFragmentUniforms:S,maxSamples:P,samples:R}}function I1(i){let t=this,e=null,n=0,s=!1,r=!1,o=new ln,a=new _e,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,_=u.clipIntersection,g=u.clipShadows,m=i.get(u);if(!s||p===null||p.length===0||r&&!g)r?h(null):c();else{let v=r?0:n,C=v*4,S=m.clippingState||null;l.value=S,S=h(p,d,C,f);for(let P=0;P!==C;++P)S[P]=e[P];m.clippingState=S,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,p){let _=u!==null?u.length:0,g=null;if(_!==0){if(g=l.value,p!==!0||g===null){let m=f+_*4,v=d.matrixWorldInverse;a.getNormalMatrix(v),(g===null||g.length<m)&&(g=new Float32Array(m));for(let C=0,S=f;C!==_;++C,S+=4)o.copy(u[C]).applyMatrix4(v,a),o.normal.toArray(g,S),g[S+3]=o.constant}l.value=g,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,g}}var Nl=class extends Ti{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new tl(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Ai(5,5,5),r=new ti({name:"CubemapFromEquirect",uniforms:qr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:An,blending:Gr});r.uniforms.tEquirect.value=e;let o=new ie(s,r),a=e.minFilter;return e.minFilter===di&&(e.minFilter=Tn),new qo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Y0=256,L1=3,D1=20,__=256,x_=16,N1=3,O1=new T,U1=new Wt,pu=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new qo(1,10,null),this._boxMesh=new ie(new Ai(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=O1}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,_=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(t.background=l.getClearColor(U1));let g=new qo(n,s,h);return g.position.copy(a),g.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,t.background=_,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=J0(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=j0(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Y0,Sp(t))}_fromTexture(t,e){t.mapping===Wr||t.mapping===Zo?this._setSize(t.image.length===0?Y0:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=Z0(t,!1,!1),n=Math.log2(t)-L1;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Z0(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Wr||t.mapping===Zo?(this._cubemapMaterial===null&&(this._cubemapMaterial=J0()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=j0()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=F1(),this._integrationMaterial=B1());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/x_);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-N1)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(__*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=k1());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function Z0(i,t,e){return new Nl(i,{minFilter:di,generateMipmaps:t,type:Ki,colorSpace:Wa,depthBuffer:e})}function Ol(i,t,e){return new ti({name:i,uniforms:t,vertexShader:Te.cube_vert,fragmentShader:e,side:An,blending:Gr,depthTest:!1,depthWrite:!1})}function F1(){return Ol("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${__}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function B1(){return Ol("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:x_}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function k1(){return Ol("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${D1}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function j0(){return Ol("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function J0(){return Ol("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function z1(i){let t=new WeakMap,e=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Eh||f===Th)if(t.has(d)){let p=t.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let _=new Nl(p.height);return _.fromEquirectangularTexture(i,d),t.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Eh||f===Th,_=f===Wr||f===Zo;if(p||_){let g=e.get(d),m=g!==void 0?g.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==m)return n===null&&(n=new pu(i)),g=p?n.fromEquirectangular(d,g):n.fromCubemap(d,g),g.texture.pmremVersion=d.pmremVersion,e.set(d,g),g.texture;if(g!==void 0)return g.texture;{let v=d.image;return p&&v&&v.height>0||_&&v&&l(v)?(n===null&&(n=new pu(i)),g=p?n.fromEquirectangular(d):n.fromCubemap(d),g.texture.pmremVersion=d.pmremVersion,e.set(d,g),d.addEventListener("dispose",h),g.texture):null}}}return d}function a(d,f){return f===Eh?d.mapping=Wr:f===Th&&(d.mapping=Zo),d}function l(d){let f=0,p=6;for(let _=0;_<p;_++)d[_]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function V1(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&ka("WebGLRenderer: "+n+" extension not supported."),s}}}function G1(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let g in p.attributes)t.remove(p.attributes[g]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let _=r.get(p);_&&(t.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),e.memory.geometries++),_}function h(p){let _=p.attributes;for(let g in _)t.update(_[g],i.ARRAY_BUFFER)}function u(p){let _=p.index,g=p.attributes.position,m=0;if(g===void 0)return;let v=_!==null?_.array.length:g.array.length/3-1,C=g.count>=65535?Ka:Ja,S=new C(Math.ceil(v/3)*6,1),P=S.array;if(_!==null){let x=_.array;m=_.version;for(let A=0,k=0;A<v;A+=3){let N=x[A+0],D=x[A+1],H=x[A+2];P[k++]=N,P[k++]=D,P[k++]=D,P[k++]=H,P[k++]=H,P[k++]=N}}else{m=g.version;for(let x=0,A=0;x<v;x+=3){let k=x+0,N=x+1,D=x+2;P[A++]=k,P[A++]=N,P[A++]=N,P[A++]=D,P[A++]=D,P[A++]=k}}S.version=m;let R=r.get(p);R&&t.remove(R),r.set(p,S)}function d(p){let _=r.get(p);if(_){let g=p.index;g!==null&&_.version<g.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let _=s[p].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function H1(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let _=0;for(let g=0;g<f;g++)_+=d[g];e.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function W1(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:he("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function X1(i,t,e){let n=new WeakMap,s=new Ve;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let k=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",k)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,g=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],C=0;f===!0&&(C=1),p===!0&&(C=2),_===!0&&(C=3);let S=a.attributes.position.count*C,P=1;S>t.maxTextureSize&&(P=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let R=new Float32Array(S*P*4*u),x=new Ya(R,S,P,u);x.type=ki,x.needsUpdate=!0;let A=C*4;for(let N=0;N<u;N++){let D=g[N],H=m[N],X=v[N],O=S*P*4*N;for(let G=0;G<D.count;G++){let $=G*A;f===!0&&(s.fromBufferAttribute(D,G),R[O+$+0]=s.x,R[O+$+1]=s.y,R[O+$+2]=s.z,R[O+$+3]=0),p===!0&&(s.fromBufferAttribute(H,G),R[O+$+4]=s.x,R[O+$+5]=s.y,R[O+$+6]=s.z,R[O+$+7]=0),_===!0&&(s.fromBufferAttribute(X,G),R[O+$+8]=s.x,R[O+$+9]=s.y,R[O+$+10]=s.z,R[O+$+11]=X.itemSize===4?s.w:1)}}d={count:u,texture:x,size:new ft(S,P)},n.set(a,d),a.addEventListener("dispose",k)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function q1(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var $1={[ip]:"LINEAR_TONE_MAPPING",[sp]:"REINHARD_TONE_MAPPING",[rp]:"CINEON_TONE_MAPPING",[op]:"ACES_FILMIC_TONE_MAPPING",[lp]:"AGX_TONE_MAPPING",[Sl]:"NEUTRAL_TONE_MAPPING",[ap]:"CUSTOM_TONE_MAPPING"};function Y1(i,t,e,n,s,r){let o=new Ti(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Re;h.setAttribute("position",new re([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new re([0,2,0,0,2,0],2));let u=new hh({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new ie(h,u),f=new _l(-1,1,1,-1,0,1),p=null,_=null,g=!1,m,v=null,C=[],S=!1;this.setSize=function(P,R){o.setSize(P,R),a!==null&&a.setSize(P,R),l!==null&&l.setSize(P,R);for(let x=0;x<C.length;x++){let A=C[x];A.setSize&&A.setSize(P,R)}},this.setEffects=function(P){C=P,S=C.length>0&&C[0].isRenderPass===!0;let R=o.width,x=o.height;C.length>0&&a===null&&(a=new Ti(R,x,{type:Ki,depthBuffer:!1,stencilBuffer:!1}),l=new Ti(R,x,{type:Ki,depthBuffer:!1,stencilBuffer:!1}));let A=s===!0&&C.some(k=>k.needsDepthTexture===!0);A!==(o.depthTexture!==null)&&(A===!0&&c===null&&(c=new Ws(R,x),r===!0&&(c.format=$s,c.type=Xr)),o.dispose(),o.depthTexture=A?c:null,o.resolveDepthBuffer=A,o.storeMultisampledDepthBuffer=A);for(let k=0;k<C.length;k++){let N=C[k];N.setSize&&N.setSize(R,x),A&&N.needsDepthTexture===!0&&N.setDepthTexture&&N.setDepthTexture(c)}},this.begin=function(P,R){if(g||P.toneMapping===ys&&C.length===0)return!1;if(v=R,R!==null){let x=R.width,A=R.height;(o.width!==x||o.height!==A)&&this.setSize(x,A)}return S===!1&&P.setRenderTarget(o),m=P.toneMapping,P.toneMapping=ys,!0},this.hasRenderPass=function(){return S},this.end=function(P,R){P.toneMapping=m,g=!0;let x=o,A=a;for(let k=0;k<C.length;k++){let N=C[k];N.enabled!==!1&&(N.render(P,A,x,R),N.needsSwap!==!1&&(x=A,A=A===a?l:a))}if(p!==P.outputColorSpace||_!==P.toneMapping){p=P.outputColorSpace,_=P.toneMapping,u.defines={},Le.getTransfer(p)===ze&&(u.defines.SRGB_TRANSFER="");let k=$1[_];k&&(u.defines[k]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=x.texture,P.setRenderTarget(v),P.render(d,f),v=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var y_=new hi,v_=new Ws(1,1),b_=new el(1),S_=new Ya,M_=new Qc,w_=new tl,K0=[],Q0=[],t_=new Float32Array(16),e_=new Float32Array(9),n_=new Float32Array(4);function Qo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=K0[s];if(r===void 0&&(r=new Float32Array(s),K0[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function Cn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function Rn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function gu(i,t){let e=Q0[t];e===void 0&&(e=new Int32Array(t),Q0[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function Z1(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function j1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(Cn(e,t))return;i.uniform2fv(this.addr,t),Rn(e,t)}}function J1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(Cn(e,t))return;i.uniform3fv(this.addr,t),Rn(e,t)}}function K1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(Cn(e,t))return;i.uniform4fv(this.addr,t),Rn(e,t)}}function Q1(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(Cn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),Rn(e,t)}else{if(Cn(e,n))return;n_.set(n),i.uniformMatrix2fv(this.addr,!1,n_),Rn(e,n)}}function tE(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(Cn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),Rn(e,t)}else{if(Cn(e,n))return;e_.set(n),i.uniformMatrix3fv(this.addr,!1,e_),Rn(e,n)}}function eE(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(Cn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),Rn(e,t)}else{if(Cn(e,n))return;t_.set(n),i.uniformMatrix4fv(this.addr,!1,t_),Rn(e,n)}}function nE(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function iE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(Cn(e,t))return;i.uniform2iv(this.addr,t),Rn(e,t)}}function sE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(Cn(e,t))return;i.uniform3iv(this.addr,t),Rn(e,t)}}function rE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(Cn(e,t))return;i.uniform4iv(this.addr,t),Rn(e,t)}}function oE(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function aE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(Cn(e,t))return;i.uniform2uiv(this.addr,t),Rn(e,t)}}function lE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(Cn(e,t))return;i.uniform3uiv(this.addr,t),Rn(e,t)}}function cE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(Cn(e,t))return;i.uniform4uiv(this.addr,t),Rn(e,t)}}function _u(i){return i.version===0&&(i.compareFunction=xp,i.needsUpdate=!0),i}function hE(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=_u(v_):r=y_,e.setTexture2D(t||r,s)}function uE(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||M_,s)}function dE(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=_u(b_):r=w_,e.setTextureCube(t||r,s)}function fE(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||S_,s)}function pE(i){switch(i){case 5126:return Z1;case 35664:return j1;case 35665:return J1;case 35666:return K1;case 35674:return Q1;case 35675:return tE;case 35676:return eE;case 5124:case 35670:return nE;case 35667:case 35671:return iE;case 35668:case 35672:return sE;case 35669:case 35673:return rE;case 5125:return oE;case 36294:return aE;case 36295:return lE;case 36296:return cE;case 35678:case 36198:case 36298:case 36306:case 35682:return hE;case 35679:case 36299:case 36307:return uE;case 35680:case 36300:case 36308:case 36293:return dE;case 36289:case 36303:case 36311:case 36292:return fE}}function mE(i,t){i.uniform1fv(this.addr,t)}function gE(i,t){let e=Qo(t,this.size,2);i.uniform2fv(this.addr,e)}function _E(i,t){let e=Qo(t,this.size,3);i.uniform3fv(this.addr,e)}function xE(i,t){let e=Qo(t,this.size,4);i.uniform4fv(this.addr,e)}function yE(i,t){let e=Qo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function vE(i,t){let e=Qo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function bE(i,t){let e=Qo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function SE(i,t){i.uniform1iv(this.addr,t)}function ME(i,t){i.uniform2iv(this.addr,t)}function wE(i,t){i.uniform3iv(this.addr,t)}function EE(i,t){i.uniform4iv(this.addr,t)}function TE(i,t){i.uniform1uiv(this.addr,t)}function AE(i,t){i.uniform2uiv(this.addr,t)}function CE(i,t){i.uniform3uiv(this.addr,t)}function RE(i,t){i.uniform4uiv(this.addr,t)}function PE(i,t,e){let n=this.cache,s=t.length,r=gu(e,s);Cn(n,r)||(i.uniform1iv(this.addr,r),Rn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=_u(v_):o=y_;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function IE(i,t,e){let n=this.cache,s=t.length,r=gu(e,s);Cn(n,r)||(i.uniform1iv(this.addr,r),Rn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||M_,r[o])}function LE(i,t,e){let n=this.cache,s=t.length,r=gu(e,s);Cn(n,r)||(i.uniform1iv(this.addr,r),Rn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=_u(b_):o=w_;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function DE(i,t,e){let n=this.cache,s=t.length,r=gu(e,s);Cn(n,r)||(i.uniform1iv(this.addr,r),Rn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||S_,r[o])}function NE(i){switch(i){case 5126:return mE;case 35664:return gE;case 35665:return _E;case 35666:return xE;case 35674:return yE;case 35675:return vE;case 35676:return bE;case 5124:case 35670:return SE;case 35667:case 35671:return ME;case 35668:case 35672:return wE;case 35669:case 35673:return EE;case 5125:return TE;case 36294:return AE;case 36295:return CE;case 36296:return RE;case 35678:case 36198:case 36298:case 36306:case 35682:return PE;case 35679:case 36299:case 36307:return IE;case 35680:case 36300:case 36308:case 36293:return LE;case 36289:case 36303:case 36311:case 36292:return DE}}var Lp=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=pE(e.type)}},Dp=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=NE(e.type)}},Np=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Pp=/(\w+)(\])?(\[|\.)?/g;function i_(i,t){i.seq.push(t),i.map[t.id]=t}function OE(i,t,e){let n=i.name,s=n.length;for(Pp.lastIndex=0;;){let r=Pp.exec(n),o=Pp.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){i_(e,c===void 0?new Lp(a,i,t):new Dp(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new Np(a),i_(e,u)),e=u}}}var Ko=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);OE(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function s_(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var UE=37297,FE=0;function BE(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var r_=new _e;function kE(i){Le._getMatrix(r_,Le.workingColorSpace,i);let t=`mat3( ${r_.elements.map(e=>e.toFixed(4))} )`;switch(Le.getTransfer(i)){case Xa:return[t,"LinearTransferOETF"];case ze:return[t,"sRGBTransferOETF"];default:return ne("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function o_(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+BE(i.getShaderSource(t),a)}else return r}function zE(i,t){let e=kE(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var VE={[ip]:"Linear",[sp]:"Reinhard",[rp]:"Cineon",[op]:"ACESFilmic",[lp]:"AgX",[Sl]:"Neutral",[ap]:"Custom"};function GE(i,t){let e=VE[t];return e===void 0?(ne("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var fu=new T;function HE(){Le.getLuminanceCoefficients(fu);let i=fu.x.toFixed(4),t=fu.y.toFixed(4),e=fu.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function WE(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Dl).join(`
`)}function XE(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function qE(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Dl(i){return i!==""}function a_(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function l_(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var $E=/^[ \t]*#include +<([\w\d./]+)>/gm;function Op(i){return i.replace($E,YE)}function YE(i,t){let e=Te[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Op(e)}var ZE=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function c_(i){return i.replace(ZE,jE)}function jE(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function h_(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var JE={[Vr]:"SHADOWMAP_TYPE_PCF",[$o]:"SHADOWMAP_TYPE_VSM"};function KE(i){return JE[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var QE={[Zo]:"ENVMAP_MODE_REFRACTION"};function tT(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":QE[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var eT={[np]:"ENVMAP_BLENDING_MULTIPLY",[T0]:"ENVMAP_BLENDING_MIX",[A0]:"ENVMAP_BLENDING_ADD"};function nT(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":eT[i.combine]||"ENVMAP_BLENDING_NONE"}function iT(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=KE(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=tT(e),u=nT(e),d=WE(e),f=XE(r),p=s.createProgram(),_,g,m=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(_=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Dl).join(`
`),_.length>0&&(_+=`
`),g=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Dl).join(`
`),g.length>0&&(g+=`
`)):(_=[h_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Dl).join(`
`),g=[h_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==ys?"#define TONE_MAPPING":"",e.toneMapping!==ys?Te.tonemapping_pars_fragment:"",e.toneMapping!==ys?GE("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Te.colorspace_pars_fragment,zE("linearToOutputTexel",e.outputColorSpace),HE(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Dl).join(`
`)),o=Op(o),o=a_(o,e),o=l_(o,e),a=Op(a),a=a_(a,e),a=l_(a,e),o=c_(o),a=c_(a),e.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,g=["#define varying in",e.glslVersion===vp?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===vp?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let v=m+_+o,C=m+g+a,S=s_(s,s.VERTEX_SHADER,v),P=s_(s,s.FRAGMENT_SHADER,C);s.attachShader(p,S),s.attachShader(p,P),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function R(N){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(p)||"",H=s.getShaderInfoLog(S)||"",X=s.getShaderInfoLog(P)||"",O=D.trim(),G=H.trim(),$=X.trim(),V=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,S,P);else{let j=o_(s,S,"vertex"),Q=o_(s,P,"fragment");he("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+N.name+`
Material Type: `+N.type+`

Program Info Log: `+O+`
`+j+`
`+Q)}else O!==""?ne("WebGLProgram: Program Info Log:",O):(G===""||$==="")&&(ct=!1);ct&&(N.diagnostics={runnable:V,programLog:O,vertexShader:{log:G,prefix:_},fragmentShader:{log:$,prefix:g}})}s.deleteShader(S),s.deleteShader(P),x=new Ko(s,p),A=qE(s,p)}let x;this.getUniforms=function(){return x===void 0&&R(this),x};let A;this.getAttributes=function(){return A===void 0&&R(this),A};let k=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return k===!1&&(k=s.getProgramParameter(p,UE)),k},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=FE++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=S,this.fragmentShader=P,this}var sT=0,Up=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Fp(t),e.set(t,n)),n}},Fp=class{constructor(t){this.id=sT++,this.code=t,this.usedTimes=0}};function rT(i){return i===br||i===Cl||i===Rl}function oT(i,t,e,n,s,r){let o=new zo,a=new Up,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return l.add(x),x===0?"uv":`uv${x}`}function p(x,A,k,N,D,H){let X=N.fog,O=D.geometry,G=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?N.environment:null,$=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,V=t.get(x.envMap||G,$),ct=d[x.type],j=n.precision;x.precision!==null&&(j=n.getMaxPrecision(x.precision),j!==x.precision&&ne("WebGLProgram.getParameters:",x.precision,"not supported, using",j,"instead."));let Q=O.morphAttributes.position||O.morphAttributes.normal||O.morphAttributes.color,et=Q!==void 0?Q.length:0,pt=0;O.morphAttributes.position!==void 0&&(pt=1),O.morphAttributes.normal!==void 0&&(pt=2),O.morphAttributes.color!==void 0&&(pt=3);let ht,tt,_t,yt;if(ct){let Nt=fi[ct];ht=Nt.vertexShader,tt=Nt.fragmentShader}else{ht=x.vertexShader,tt=x.fragmentShader;let Nt=a.getVertexShaderStage(x),Me=a.getFragmentShaderStage(x);a.update(x,Nt,Me),_t=Nt.id,yt=Me.id}let Lt=i.getRenderTarget(),wt=i.state.buffers.depth.getReversed(),Gt=D.isInstancedMesh===!0,ae=D.isBatchedMesh===!0,Jt=!!x.map,le=!!x.matcap,oe=!!V,ot=oe&&V.isPMREMTexture===!0,vt=!!x.aoMap,xt=!!x.lightMap,Bt=!!x.bumpMap&&x.wireframe===!1,Dt=!!x.normalMap,se=!!x.displacementMap,kt=!!x.emissiveMap,be=!!x.metalnessMap,ge=!!x.roughnessMap,we=x.anisotropy>0,F=x.clearcoat>0,St=x.diffuseRoughness>0,qt=x.dispersion>0,fe=x.retroreflectivity>0,Et=x.iridescence>0,ke=x.sheen>0,Zt=x.transmission>0,te=we&&!!x.anisotropyMap,I=F&&!!x.clearcoatMap,M=F&&!!x.clearcoatNormalMap,q=F&&!!x.clearcoatRoughnessMap,dt=St&&!!x.diffuseRoughnessMap,at=Et&&!!x.iridescenceMap,Mt=Et&&!!x.iridescenceThicknessMap,Tt=ke&&!!x.sheenColorMap,nt=ke&&!!x.sheenRoughnessMap,st=!!x.specularMap,gt=!!x.specularColorMap,B=!!x.specularIntensityMap,rt=Zt&&!!x.transmissionMap,it=Zt&&!!x.thicknessMap,Rt=!!x.gradientMap,bt=!!x.alphaMap,Ct=x.alphaTest>0,Kt=!!x.alphaHash,ue=!!x.extensions,ut=ys;x.toneMapped&&(Lt===null||Lt.isXRRenderTarget===!0)&&(ut=i.toneMapping);let $t=ot?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,de={shaderID:ct,shaderType:x.type,shaderName:x.name,vertexShader:ht,fragmentShader:tt,defines:x.defines,customVertexShaderID:_t,customFragmentShaderID:yt,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:j,batching:ae,batchingColor:ae&&D._colorsTexture!==null,instancing:Gt,instancingColor:Gt&&D.instanceColor!==null,instancingMorph:Gt&&D.morphTexture!==null,outputColorSpace:Lt===null?i.outputColorSpace:Lt.isXRRenderTarget===!0?Lt.texture.colorSpace:Le.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Jt,matcap:le,envMap:oe,envMapMode:oe&&V.mapping,envMapPMREM:ot,envMapMaxLod:ot?$t.length-1:null,envMapSize:ot?$t[0].width:null,aoMap:vt,lightMap:xt,bumpMap:Bt,normalMap:Dt,displacementMap:se,emissiveMap:kt,normalMapObjectSpace:Dt&&x.normalMapType===P0,normalMapTangentSpace:Dt&&x.normalMapType===hu,packedNormalMap:Dt&&x.normalMapType===hu&&rT(x.normalMap.format),metalnessMap:be,roughnessMap:ge,anisotropy:we,anisotropyMap:te,clearcoat:F,clearcoatMap:I,clearcoatNormalMap:M,clearcoatRoughnessMap:q,diffuseRoughness:St,diffuseRoughnessMap:dt,dispersion:qt,retroreflection:fe,iridescence:Et,iridescenceMap:at,iridescenceThicknessMap:Mt,sheen:ke,sheenColorMap:Tt,sheenRoughnessMap:nt,specularMap:st,specularColorMap:gt,specularIntensityMap:B,transmission:Zt,transmissionMap:rt,thicknessMap:it,gradientMap:Rt,opaque:x.transparent===!1&&x.blending===Yo&&x.alphaToCoverage===!1,alphaMap:bt,alphaTest:Ct,alphaHash:Kt,combine:x.combine,mapUv:Jt&&f(x.map.channel),aoMapUv:vt&&f(x.aoMap.channel),lightMapUv:xt&&f(x.lightMap.channel),bumpMapUv:Bt&&f(x.bumpMap.channel),normalMapUv:Dt&&f(x.normalMap.channel),displacementMapUv:se&&f(x.displacementMap.channel),emissiveMapUv:kt&&f(x.emissiveMap.channel),metalnessMapUv:be&&f(x.metalnessMap.channel),roughnessMapUv:ge&&f(x.roughnessMap.channel),anisotropyMapUv:te&&f(x.anisotropyMap.channel),clearcoatMapUv:I&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:dt&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:at&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:Mt&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:Tt&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:nt&&f(x.sheenRoughnessMap.channel),specularMapUv:st&&f(x.specularMap.channel),specularColorMapUv:gt&&f(x.specularColorMap.channel),specularIntensityMapUv:B&&f(x.specularIntensityMap.channel),transmissionMapUv:rt&&f(x.transmissionMap.channel),thicknessMapUv:it&&f(x.thicknessMap.channel),alphaMapUv:bt&&f(x.alphaMap.channel),vertexTangents:!!O.attributes.tangent&&(Dt||we),vertexNormals:!!O.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!O.attributes.color&&O.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!O.attributes.uv&&(Jt||bt),fog:!!X,useFog:x.fog===!0,fogExp2:!!X&&X.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||O.attributes.normal===void 0&&Dt===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:wt,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:O.attributes.position!==void 0,morphTargets:O.morphAttributes.position!==void 0,morphNormals:O.morphAttributes.normal!==void 0,morphColors:O.morphAttributes.color!==void 0,morphTargetsCount:et,morphTextureStride:pt,numSunLights:A.sun.length,numDirLights:A.directional.length,numPointLights:A.point.length,numSpotLights:A.spot.length,numSpotLightMaps:A.spotLightMap.length,numRectAreaLights:A.rectArea.length,numHemiLights:A.hemi.length,numSunLightShadows:A.sunShadowMap.length,numDirLightShadows:A.directionalShadowMap.length,numPointLightShadows:A.pointShadowMap.length,numSpotLightShadows:A.spotShadowMap.length,numSpotLightShadowsWithMaps:A.numSpotLightShadowsWithMaps,numLightProbes:A.numLightProbes,numLightProbeGrids:H.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&k.length>0,shadowMapType:i.shadowMap.type,toneMapping:ut,decodeVideoTexture:Jt&&x.map.isVideoTexture===!0&&Le.getTransfer(x.map.colorSpace)===ze,decodeVideoTextureEmissive:kt&&x.emissiveMap.isVideoTexture===!0&&Le.getTransfer(x.emissiveMap.colorSpace)===ze,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===Mn,flipSided:x.side===An,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:ue&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ue&&x.extensions.multiDraw===!0||ae)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return de.vertexUv1s=l.has(1),de.vertexUv2s=l.has(2),de.vertexUv3s=l.has(3),l.clear(),de}function _(x){let A=[];if(x.shaderID?A.push(x.shaderID):(A.push(x.customVertexShaderID),A.push(x.customFragmentShaderID)),x.defines!==void 0)for(let k in x.defines)A.push(k),A.push(x.defines[k]);return x.isRawShaderMaterial===!1&&(g(A,x),m(A,x),A.push(i.outputColorSpace)),A.push(x.customProgramCacheKey),A.join()}function g(x,A){x.push(A.precision),x.push(A.outputColorSpace),x.push(A.envMapMode),x.push(A.envMapPMREM),x.push(A.envMapMaxLod),x.push(A.envMapSize),x.push(A.mapUv),x.push(A.alphaMapUv),x.push(A.lightMapUv),x.push(A.aoMapUv),x.push(A.bumpMapUv),x.push(A.normalMapUv),x.push(A.displacementMapUv),x.push(A.emissiveMapUv),x.push(A.metalnessMapUv),x.push(A.roughnessMapUv),x.push(A.anisotropyMapUv),x.push(A.clearcoatMapUv),x.push(A.clearcoatNormalMapUv),x.push(A.clearcoatRoughnessMapUv),x.push(A.diffuseRoughnessMapUv),x.push(A.iridescenceMapUv),x.push(A.iridescenceThicknessMapUv),x.push(A.sheenColorMapUv),x.push(A.sheenRoughnessMapUv),x.push(A.specularMapUv),x.push(A.specularColorMapUv),x.push(A.specularIntensityMapUv),x.push(A.transmissionMapUv),x.push(A.thicknessMapUv),x.push(A.combine),x.push(A.fogExp2),x.push(A.sizeAttenuation),x.push(A.morphTargetsCount),x.push(A.numSunLights),x.push(A.numDirLights),x.push(A.numPointLights),x.push(A.numSpotLights),x.push(A.numSpotLightMaps),x.push(A.numHemiLights),x.push(A.numRectAreaLights),x.push(A.numSunLightShadows),x.push(A.numDirLightShadows),x.push(A.numPointLightShadows),x.push(A.numSpotLightShadows),x.push(A.numSpotLightShadowsWithMaps),x.push(A.numLightProbes),x.push(A.numLightProbeGrids),x.push(A.shadowMapType),x.push(A.toneMapping),x.push(A.numClippingPlanes),x.push(A.numClipIntersection),x.push(A.depthPacking)}function m(x,A){o.disableAll(),A.instancing&&o.enable(0),A.instancingColor&&o.enable(1),A.instancingMorph&&o.enable(2),A.matcap&&o.enable(3),A.envMap&&o.enable(4),A.normalMapObjectSpace&&o.enable(5),A.normalMapTangentSpace&&o.enable(6),A.clearcoat&&o.enable(7),A.iridescence&&o.enable(8),A.alphaTest&&o.enable(9),A.vertexColors&&o.enable(10),A.vertexAlphas&&o.enable(11),A.vertexUv1s&&o.enable(12),A.vertexUv2s&&o.enable(13),A.vertexUv3s&&o.enable(14),A.vertexTangents&&o.enable(15),A.anisotropy&&o.enable(16),A.alphaHash&&o.enable(17),A.batching&&o.enable(18),A.dispersion&&o.enable(19),A.retroreflection&&o.enable(24),A.diffuseRoughness&&o.enable(25),A.batchingColor&&o.enable(20),A.gradientMap&&o.enable(21),A.packedNormalMap&&o.enable(22),A.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),A.fog&&o.enable(0),A.useFog&&o.enable(1),A.flatShading&&o.enable(2),A.logarithmicDepthBuffer&&o.enable(3),A.reversedDepthBuffer&&o.enable(4),A.skinning&&o.enable(5),A.morphTargets&&o.enable(6),A.morphNormals&&o.enable(7),A.morphColors&&o.enable(8),A.premultipliedAlpha&&o.enable(9),A.shadowMapEnabled&&o.enable(10),A.doubleSided&&o.enable(11),A.flipSided&&o.enable(12),A.useDepthPacking&&o.enable(13),A.dithering&&o.enable(14),A.transmission&&o.enable(15),A.sheen&&o.enable(16),A.opaque&&o.enable(17),A.pointsUvs&&o.enable(18),A.decodeVideoTexture&&o.enable(19),A.decodeVideoTextureEmissive&&o.enable(20),A.alphaToCoverage&&o.enable(21),A.numLightProbeGrids>0&&o.enable(22),A.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function v(x){let A=d[x.type],k;if(A){let N=fi[A];k=Il.clone(N.uniforms)}else k=x.uniforms;return k}function C(x,A){let k=h.get(A);return k!==void 0?++k.usedTimes:(k=new iT(i,A,x,s),c.push(k),h.set(A,k)),k}function S(x){if(--x.usedTimes===0){let A=c.indexOf(x);c[A]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function P(x){a.remove(x)}function R(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:v,acquireProgram:C,releaseProgram:S,releaseShaderCache:P,programs:c,dispose:R}}function aT(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function lT(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function u_(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function d_(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,_,g,m){let v=i[t];return v===void 0?(v={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:g,group:m},i[t]=v):(v.id=d.id,v.object=d,v.geometry=f,v.material=p,v.materialVariant=o(d),v.groupOrder=_,v.renderOrder=d.renderOrder,v.z=g,v.group=m),t++,v}function l(d,f,p,_,g,m,v){v.reversedDepth===!0&&(g=-g);let C=a(d,f,p,_,g,m);p.transmission>0?n.push(C):p.transparent===!0?s.push(C):e.push(C)}function c(d,f,p,_,g,m){let v=a(d,f,p,_,g,m);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):e.unshift(v)}function h(d,f){e.length>1&&e.sort(d||lT),n.length>1&&n.sort(f||u_),s.length>1&&s.sort(f||u_)}function u(){for(let d=t,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function cT(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new d_,i.set(n,[o])):s>=r.length?(o=new d_,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function hT(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new T,color:new Wt};break;case"SpotLight":e={position:new T,direction:new T,color:new Wt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new T,color:new Wt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new T,skyColor:new Wt,groundColor:new Wt};break;case"RectAreaLight":e={color:new Wt,position:new T,halfWidth:new T,halfHeight:new T};break}return i[t.id]=e,e}}}function uT(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ft};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ft};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ft,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var dT=0;function fT(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function pT(i){let t=new hT,e=uT(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new T);let s=new T,r=new Se,o=new Se;function a(c){let h=0,u=0,d=0;for(let H=0;H<9;H++)n.probe[H].set(0,0,0);let f=0,p=0,_=0,g=0,m=0,v=0,C=0,S=0,P=0,R=0,x=0,A=0,k=0,N=0;c.sort(fT);for(let H=0,X=c.length;H<X;H++){let O=c[H],G=O.color,$=O.intensity,V=O.distance,ct=null;if(O.shadow&&O.shadow.map&&(O.shadow.map.texture.format===br?ct=O.shadow.map.texture:ct=O.shadow.map.depthTexture||O.shadow.map.texture),O.isAmbientLight)h+=G.r*$,u+=G.g*$,d+=G.b*$;else if(O.isLightProbe){for(let j=0;j<9;j++)n.probe[j].addScaledVector(O.sh.coefficients[j],$);N++}else if(O.isSunLight){let j=t.get(O);if(j.color.copy(O.color).multiplyScalar(O.intensity),O.castShadow){let Q=O.shadow,et=e.get(O);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=et,n.sunShadowMap[p]=ct;let pt=Q.getViewportCount();for(let ht=0;ht<pt;ht++)n.sunShadowMatrix[_+ht]=Q.getMatrix(ht),n.sunShadowCascade[_+ht]=Q._cascadeData[ht];_+=pt,p++}n.sun[f]=j,f++}else if(O.isDirectionalLight){let j=t.get(O);if(j.color.copy(O.color).multiplyScalar(O.intensity),O.castShadow){let Q=O.shadow,et=e.get(O);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,n.directionalShadow[g]=et,n.directionalShadowMap[g]=ct,n.directionalShadowMatrix[g]=O.shadow.matrix,P++}n.directional[g]=j,g++}else if(O.isSpotLight){let j=t.get(O);j.position.setFromMatrixPosition(O.matrixWorld),j.color.copy(G).multiplyScalar($),j.distance=V,j.coneCos=Math.cos(O.angle),j.penumbraCos=Math.cos(O.angle*(1-O.penumbra)),j.decay=O.decay,n.spot[v]=j;let Q=O.shadow;if(O.map&&(n.spotLightMap[A]=O.map,A++,Q.updateMatrices(O),O.castShadow&&k++),n.spotLightMatrix[v]=Q.matrix,O.castShadow){let et=e.get(O);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,n.spotShadow[v]=et,n.spotShadowMap[v]=ct,x++}v++}else if(O.isRectAreaLight){let j=t.get(O);j.color.copy(G).multiplyScalar($),j.halfWidth.set(O.width*.5,0,0),j.halfHeight.set(0,O.height*.5,0),n.rectArea[C]=j,C++}else if(O.isPointLight){let j=t.get(O);if(j.color.copy(O.color).multiplyScalar(O.intensity),j.distance=O.distance,j.decay=O.decay,O.castShadow){let Q=O.shadow,et=e.get(O);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,et.shadowCameraNear=Q.camera.near,et.shadowCameraFar=Q.camera.far,n.pointShadow[m]=et,n.pointShadowMap[m]=ct,n.pointShadowMatrix[m]=O.shadow.matrix,R++}n.point[m]=j,m++}else if(O.isHemisphereLight){let j=t.get(O);j.skyColor.copy(O.color).multiplyScalar($),j.groundColor.copy(O.groundColor).multiplyScalar($),n.hemi[S]=j,S++}}C>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ot.LTC_FLOAT_1,n.rectAreaLTC2=Ot.LTC_FLOAT_2):(n.rectAreaLTC1=Ot.LTC_HALF_1,n.rectAreaLTC2=Ot.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==g||D.pointLength!==m||D.spotLength!==v||D.rectAreaLength!==C||D.hemiLength!==S||D.numSunShadows!==p||D.numDirectionalShadows!==P||D.numPointShadows!==R||D.numSpotShadows!==x||D.numSpotMaps!==A||D.numLightProbes!==N)&&(n.sun.length=f,n.directional.length=g,n.spot.length=v,n.rectArea.length=C,n.point.length=m,n.hemi.length=S,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=R,n.pointShadowMap.length=R,n.pointShadowMatrix.length=R,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+A-k,n.spotLightMap.length=A,n.numSpotLightShadowsWithMaps=k,n.numLightProbes=N,D.sunLength=f,D.directionalLength=g,D.pointLength=m,D.spotLength=v,D.rectAreaLength=C,D.hemiLength=S,D.numSunShadows=p,D.numDirectionalShadows=P,D.numPointShadows=R,D.numSpotShadows=x,D.numSpotMaps=A,D.numLightProbes=N,n.version=dT++)}function l(c,h){let u=0,d=0,f=0,p=0,_=0,g=0,m=h.matrixWorldInverse;for(let v=0,C=c.length;v<C;v++){let S=c[v];if(S.isSunLight){let P=n.sun[u];P.direction.setFromMatrixPosition(S.matrixWorld),P.direction.transformDirection(m),u++}else if(S.isDirectionalLight){let P=n.directional[d];P.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(m),d++}else if(S.isSpotLight){let P=n.spot[p];P.position.setFromMatrixPosition(S.matrixWorld),P.position.applyMatrix4(m),P.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(m),p++}else if(S.isRectAreaLight){let P=n.rectArea[_];P.position.setFromMatrixPosition(S.matrixWorld),P.position.applyMatrix4(m),o.identity(),r.copy(S.matrixWorld),r.premultiply(m),o.extractRotation(r),P.halfWidth.set(S.width*.5,0,0),P.halfHeight.set(0,S.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),_++}else if(S.isPointLight){let P=n.point[f];P.position.setFromMatrixPosition(S.matrixWorld),P.position.applyMatrix4(m),f++}else if(S.isHemisphereLight){let P=n.hemi[g];P.direction.setFromMatrixPosition(S.matrixWorld),P.direction.transformDirection(m),g++}}}return{setup:a,setupView:l,state:n}}function f_(i){let t=new pT(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function mT(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new f_(i),t.set(s,[a])):r>=o.length?(a=new f_(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var gT=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,_T=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,xT=[new T(1,0,0),new T(-1,0,0),new T(0,1,0),new T(0,-1,0),new T(0,0,1),new T(0,0,-1)],yT=[new T(0,-1,0),new T(0,-1,0),new T(0,0,1),new T(0,0,-1),new T(0,-1,0),new T(0,-1,0)],p_=new Se,Ll=new T,Ip=new T;function vT(i,t,e){let n=new ur,s=new ft,r=new ft,o=new Ve,a=new uh,l=new dh,c={},h=e.maxTextureSize,u={[xs]:An,[An]:xs,[Mn]:Mn},d=new ti({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ft},radius:{value:4}},vertexShader:gT,fragmentShader:_T}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Re;p.setAttribute("position",new Sn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new ie(p,d),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Vr;let m=this.type;this.render=function(R,x,A){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||R.length===0)return;this.type===a0&&(ne("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Vr);let k=i.getRenderTarget(),N=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),H=i.state;H.setBlending(Gr),H.buffers.depth.getReversed()===!0?H.buffers.color.setClear(0,0,0,0):H.buffers.color.setClear(1,1,1,1),H.buffers.depth.setTest(!0),H.setScissorTest(!1);let X=m!==this.type;X&&x.traverse(function(O){O.material&&(Array.isArray(O.material)?O.material.forEach(G=>G.needsUpdate=!0):O.material.needsUpdate=!0)});for(let O=0,G=R.length;O<G;O++){let $=R[O],V=$.shadow;if(V===void 0){ne("WebGLShadowMap:",$,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let ct=V.getFrameExtents();s.multiply(ct),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,V.mapSize.y=r.y));let j=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=j,V.map===null||X===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===$o){if($.isPointLight){ne("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new Ti(s.x,s.y,{format:br,type:Ki,minFilter:Tn,magFilter:Tn,generateMipmaps:!1}),V.map.texture.name=$.name+".shadowMap",V.map.depthTexture=new Ws(s.x,s.y,ki),V.map.depthTexture.name=$.name+".shadowMapDepth",V.map.depthTexture.format=ks,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=kn,V.map.depthTexture.magFilter=kn}else $.isPointLight?(V.map=new Nl(s.x),V.map.depthTexture=new el(s.x,Ji)):(V.map=new Ti(s.x,s.y),V.map.depthTexture=new Ws(s.x,s.y,Ji)),V.map.depthTexture.name=$.name+".shadowMap",V.map.depthTexture.format=ks,this.type===Vr?(V.map.depthTexture.compareFunction=j?_p:gp,V.map.depthTexture.minFilter=Tn,V.map.depthTexture.magFilter=Tn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=kn,V.map.depthTexture.magFilter=kn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let Q=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();$.isPointLight!==!0&&V.updateMatrices($,A);let et=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:A.layers;for(let pt=0;pt<Q;pt++){let ht=V.getCamera(pt);if($.isPointLight){let tt=V.camera,_t=V.matrix,yt=$.distance||tt.far;yt!==tt.far&&(tt.far=yt,tt.updateProjectionMatrix()),Ll.setFromMatrixPosition($.matrixWorld),tt.position.copy(Ll),Ip.copy(tt.position),Ip.add(xT[pt]),tt.up.copy(yT[pt]),tt.lookAt(Ip),tt.updateMatrixWorld(),_t.makeTranslation(-Ll.x,-Ll.y,-Ll.z),p_.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),V._frustum.setFromProjectionMatrix(p_,tt.coordinateSystem,tt.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,pt),i.clear();else{pt===0&&(i.setRenderTarget(V.map),i.clear());let tt=V.getViewport(pt);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),H.viewport(o)}n=V.getFrustum(pt),S(x,A,ht,$,et,this.type)}V.isPointLightShadow!==!0&&this.type===$o&&v(V,A),V.needsUpdate=!1}m=this.type,g.needsUpdate=!1,i.setRenderTarget(k,N,D)};function v(R,x){let A=t.update(_);d.defines.VSM_SAMPLES!==R.blurSamples&&(d.defines.VSM_SAMPLES=R.blurSamples,f.defines.VSM_SAMPLES=R.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),R.mapPass===null?R.mapPass=new Ti(s.x,s.y,{format:br,type:Ki}):(R.mapPass.width!==R.map.width||R.mapPass.height!==R.map.height)&&R.mapPass.setSize(R.map.width,R.map.height),d.uniforms.shadow_pass.value=R.map.depthTexture,d.uniforms.resolution.value.set(R.map.width,R.map.height),d.uniforms.radius.value=R.radius,i.setRenderTarget(R.mapPass),i.clear(),i.renderBufferDirect(x,null,A,d,_,null),f.uniforms.shadow_pass.value=R.mapPass.texture,f.uniforms.resolution.value.set(R.map.width,R.map.height),f.uniforms.radius.value=R.radius,i.setRenderTarget(R.map),i.clear(),i.renderBufferDirect(x,null,A,f,_,null)}function C(R,x,A,k){let N=null,D=A.isPointLight===!0?R.customDistanceMaterial:R.customDepthMaterial;if(D!==void 0)N=D;else if(N=A.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let H=N.uuid,X=x.uuid,O=c[H];O===void 0&&(O={},c[H]=O);let G=O[X];G===void 0&&(G=N.clone(),O[X]=G,x.addEventListener("dispose",P)),N=G}if(N.visible=x.visible,N.wireframe=x.wireframe,k===$o?N.side=x.shadowSide!==null?x.shadowSide:x.side:N.side=x.shadowSide!==null?x.shadowSide:u[x.side],N.alphaMap=x.alphaMap,N.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,N.map=x.map,N.clipShadows=x.clipShadows,N.clippingPlanes=x.clippingPlanes,N.clipIntersection=x.clipIntersection,N.displacementMap=x.displacementMap,N.displacementScale=x.displacementScale,N.displacementBias=x.displacementBias,N.wireframeLinewidth=x.wireframeLinewidth,N.linewidth=x.linewidth,A.isPointLight===!0&&N.isMeshDistanceMaterial===!0){let H=i.properties.get(N);H.light=A}return N}function S(R,x,A,k,N,D){if(R.visible===!1)return;if(R.layers.test(N)&&(R.isMesh||R.isLine||R.isPoints)&&(R.castShadow||R.receiveShadow&&D===$o)&&(!R.frustumCulled||R.intersectsFrustum(n))){R.modelViewMatrix.multiplyMatrices(A.matrixWorldInverse,R.matrixWorld);let O=t.update(R),G=R.material;if(Array.isArray(G)){let $=O.groups;for(let V=0,ct=$.length;V<ct;V++){let j=$[V],Q=G[j.materialIndex];if(Q&&Q.visible){let et=C(R,Q,k,D);R.onBeforeShadow(i,R,x,A,O,et,j),i.renderBufferDirect(A,null,O,et,R,j),R.onAfterShadow(i,R,x,A,O,et,j)}}}else if(G.visible){let $=C(R,G,k,D);R.onBeforeShadow(i,R,x,A,O,$,null),i.renderBufferDirect(A,null,O,$,R,null),R.onAfterShadow(i,R,x,A,O,$,null)}}let X=R.children;for(let O=0,G=X.length;O<G;O++)S(X[O],x,A,k,N,D)}function P(R){R.target.removeEventListener("dispose",P);for(let A in c){let k=c[A],N=R.target.uuid;N in k&&(k[N].dispose(),delete k[N])}}}function bT(i,t){function e(){let B=!1,rt=new Ve,it=null,Rt=new Ve(0,0,0,0);return{setMask:function(bt){it!==bt&&!B&&(i.colorMask(bt,bt,bt,bt),it=bt)},setLocked:function(bt){B=bt},setClear:function(bt,Ct,Kt,ue,ut){ut===!0&&(bt*=ue,Ct*=ue,Kt*=ue),rt.set(bt,Ct,Kt,ue),Rt.equals(rt)===!1&&(i.clearColor(bt,Ct,Kt,ue),Rt.copy(rt))},reset:function(){B=!1,it=null,Rt.set(-1,0,0,0)}}}function n(){let B=!1,rt=!1,it=null,Rt=null,bt=null;return{setReversed:function(Ct){if(rt!==Ct){let Kt=t.get("EXT_clip_control");Ct?Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.ZERO_TO_ONE_EXT):Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.NEGATIVE_ONE_TO_ONE_EXT),rt=Ct;let ue=bt;bt=null,this.setClear(ue)}},getReversed:function(){return rt},setTest:function(Ct){Ct?wt(i.DEPTH_TEST):Gt(i.DEPTH_TEST)},setMask:function(Ct){it!==Ct&&!B&&(i.depthMask(Ct),it=Ct)},setFunc:function(Ct){if(rt&&(Ct=z0[Ct]),Rt!==Ct){switch(Ct){case Gc:i.depthFunc(i.NEVER);break;case Hc:i.depthFunc(i.ALWAYS);break;case Wc:i.depthFunc(i.LESS);break;case Oo:i.depthFunc(i.LEQUAL);break;case Xc:i.depthFunc(i.EQUAL);break;case qc:i.depthFunc(i.GEQUAL);break;case $c:i.depthFunc(i.GREATER);break;case Yc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Rt=Ct}},setLocked:function(Ct){B=Ct},setClear:function(Ct){bt!==Ct&&(bt=Ct,rt&&(Ct=1-Ct),i.clearDepth(Ct))},reset:function(){B=!1,it=null,Rt=null,bt=null,rt=!1}}}function s(){let B=!1,rt=null,it=null,Rt=null,bt=null,Ct=null,Kt=null,ue=null,ut=null;return{setTest:function($t){B||($t?wt(i.STENCIL_TEST):Gt(i.STENCIL_TEST))},setMask:function($t){rt!==$t&&!B&&(i.stencilMask($t),rt=$t)},setFunc:function($t,de,Nt){(it!==$t||Rt!==de||bt!==Nt)&&(i.stencilFunc($t,de,Nt),it=$t,Rt=de,bt=Nt)},setOp:function($t,de,Nt){(Ct!==$t||Kt!==de||ue!==Nt)&&(i.stencilOp($t,de,Nt),Ct=$t,Kt=de,ue=Nt)},setLocked:function($t){B=$t},setClear:function($t){ut!==$t&&(i.clearStencil($t),ut=$t)},reset:function(){B=!1,rt=null,it=null,Rt=null,bt=null,Ct=null,Kt=null,ue=null,ut=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],_=null,g=!1,m=null,v=null,C=null,S=null,P=null,R=null,x=null,A=new Wt(0,0,0),k=0,N=!1,D=null,H=null,X=null,O=null,G=null,$=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,ct=0,j=i.getParameter(i.VERSION);j.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(j)[1]),V=ct>=1):j.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(j)[1]),V=ct>=2);let Q=null,et={},pt=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),tt=new Ve().fromArray(pt),_t=new Ve().fromArray(ht);function yt(B,rt,it,Rt){let bt=new Uint8Array(4),Ct=i.createTexture();i.bindTexture(B,Ct),i.texParameteri(B,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(B,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Kt=0;Kt<it;Kt++)B===i.TEXTURE_3D||B===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,Rt,0,i.RGBA,i.UNSIGNED_BYTE,bt):i.texImage2D(rt+Kt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,bt);return Ct}let Lt={};Lt[i.TEXTURE_2D]=yt(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=yt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=yt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=yt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),wt(i.DEPTH_TEST),o.setFunc(Oo),Bt(!1),Dt(jf),wt(i.CULL_FACE),vt(Gr);function wt(B){h[B]!==!0&&(i.enable(B),h[B]=!0)}function Gt(B){h[B]!==!1&&(i.disable(B),h[B]=!1)}function ae(B,rt){return d[B]!==rt?(i.bindFramebuffer(B,rt),d[B]=rt,B===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=rt),B===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Jt(B,rt){let it=p,Rt=!1;if(B){it=f.get(rt),it===void 0&&(it=[],f.set(rt,it));let bt=B.textures;if(it.length!==bt.length||it[0]!==i.COLOR_ATTACHMENT0){for(let Ct=0,Kt=bt.length;Ct<Kt;Ct++)it[Ct]=i.COLOR_ATTACHMENT0+Ct;it.length=bt.length,Rt=!0}}else it[0]!==i.BACK&&(it[0]=i.BACK,Rt=!0);Rt&&i.drawBuffers(it)}function le(B){return _!==B?(i.useProgram(B),_=B,!0):!1}let oe={[Hr]:i.FUNC_ADD,[c0]:i.FUNC_SUBTRACT,[h0]:i.FUNC_REVERSE_SUBTRACT};oe[u0]=i.MIN,oe[d0]=i.MAX;let ot={[f0]:i.ZERO,[p0]:i.ONE,[m0]:i.SRC_COLOR,[tp]:i.SRC_ALPHA,[b0]:i.SRC_ALPHA_SATURATE,[y0]:i.DST_COLOR,[_0]:i.DST_ALPHA,[g0]:i.ONE_MINUS_SRC_COLOR,[ep]:i.ONE_MINUS_SRC_ALPHA,[v0]:i.ONE_MINUS_DST_COLOR,[x0]:i.ONE_MINUS_DST_ALPHA,[S0]:i.CONSTANT_COLOR,[M0]:i.ONE_MINUS_CONSTANT_COLOR,[w0]:i.CONSTANT_ALPHA,[E0]:i.ONE_MINUS_CONSTANT_ALPHA};function vt(B,rt,it,Rt,bt,Ct,Kt,ue,ut,$t){if(B===Gr){g===!0&&(Gt(i.BLEND),g=!1);return}if(g===!1&&(wt(i.BLEND),g=!0),B!==l0){if(B!==m||$t!==N){if((v!==Hr||P!==Hr)&&(i.blendEquation(i.FUNC_ADD),v=Hr,P=Hr),$t)switch(B){case Yo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Jf:i.blendFunc(i.ONE,i.ONE);break;case Kf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Qf:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:he("WebGLState: Invalid blending: ",B);break}else switch(B){case Yo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Jf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Kf:he("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Qf:he("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:he("WebGLState: Invalid blending: ",B);break}C=null,S=null,R=null,x=null,A.set(0,0,0),k=0,m=B,N=$t}return}bt=bt||rt,Ct=Ct||it,Kt=Kt||Rt,(rt!==v||bt!==P)&&(i.blendEquationSeparate(oe[rt],oe[bt]),v=rt,P=bt),(it!==C||Rt!==S||Ct!==R||Kt!==x)&&(i.blendFuncSeparate(ot[it],ot[Rt],ot[Ct],ot[Kt]),C=it,S=Rt,R=Ct,x=Kt),(ue.equals(A)===!1||ut!==k)&&(i.blendColor(ue.r,ue.g,ue.b,ut),A.copy(ue),k=ut),m=B,N=!1}function xt(B,rt){B.side===Mn?Gt(i.CULL_FACE):wt(i.CULL_FACE);let it=B.side===An;rt&&(it=!it),Bt(it),B.blending===Yo&&B.transparent===!1?vt(Gr):vt(B.blending,B.blendEquation,B.blendSrc,B.blendDst,B.blendEquationAlpha,B.blendSrcAlpha,B.blendDstAlpha,B.blendColor,B.blendAlpha,B.premultipliedAlpha),o.setFunc(B.depthFunc),o.setTest(B.depthTest),o.setMask(B.depthWrite),r.setMask(B.colorWrite);let Rt=B.stencilWrite;a.setTest(Rt),Rt&&(a.setMask(B.stencilWriteMask),a.setFunc(B.stencilFunc,B.stencilRef,B.stencilFuncMask),a.setOp(B.stencilFail,B.stencilZFail,B.stencilZPass)),kt(B.polygonOffset,B.polygonOffsetFactor,B.polygonOffsetUnits),B.alphaToCoverage===!0?wt(i.SAMPLE_ALPHA_TO_COVERAGE):Gt(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(B){D!==B&&(B?i.frontFace(i.CW):i.frontFace(i.CCW),D=B)}function Dt(B){B!==r0?(wt(i.CULL_FACE),B!==H&&(B===jf?i.cullFace(i.BACK):B===o0?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Gt(i.CULL_FACE),H=B}function se(B){B!==X&&(V&&i.lineWidth(B),X=B)}function kt(B,rt,it){B?(wt(i.POLYGON_OFFSET_FILL),(O!==rt||G!==it)&&(O=rt,G=it,o.getReversed()&&(rt=-rt,it=-it),i.polygonOffset(rt,it))):Gt(i.POLYGON_OFFSET_FILL)}function be(B){B?wt(i.SCISSOR_TEST):Gt(i.SCISSOR_TEST)}function ge(B){B===void 0&&(B=i.TEXTURE0+$-1),Q!==B&&(i.activeTexture(B),Q=B)}function we(B,rt,it){it===void 0&&(Q===null?it=i.TEXTURE0+$-1:it=Q);let Rt=et[it];Rt===void 0&&(Rt={type:void 0,texture:void 0},et[it]=Rt),(Rt.type!==B||Rt.texture!==rt)&&(Q!==it&&(i.activeTexture(it),Q=it),i.bindTexture(B,rt||Lt[B]),Rt.type=B,Rt.texture=rt)}function F(){let B=et[Q];B!==void 0&&B.type!==void 0&&(i.bindTexture(B.type,null),B.type=void 0,B.texture=void 0)}function St(){try{i.compressedTexImage2D(...arguments)}catch(B){he("WebGLState:",B)}}function qt(){try{i.compressedTexImage3D(...arguments)}catch(B){he("WebGLState:",B)}}function fe(){try{i.texSubImage2D(...arguments)}catch(B){he("WebGLState:",B)}}function Et(){try{i.texSubImage3D(...arguments)}catch(B){he("WebGLState:",B)}}function ke(){try{i.compressedTexSubImage2D(...arguments)}catch(B){he("WebGLState:",B)}}function Zt(){try{i.compressedTexSubImage3D(...arguments)}catch(B){he("WebGLState:",B)}}function te(){try{i.texStorage2D(...arguments)}catch(B){he("WebGLState:",B)}}function I(){try{i.texStorage3D(...arguments)}catch(B){he("WebGLState:",B)}}function M(){try{i.texImage2D(...arguments)}catch(B){he("WebGLState:",B)}}function q(){try{i.texImage3D(...arguments)}catch(B){he("WebGLState:",B)}}function dt(B){return u[B]!==void 0?u[B]:i.getParameter(B)}function at(B,rt){u[B]!==rt&&(i.pixelStorei(B,rt),u[B]=rt)}function Mt(B){tt.equals(B)===!1&&(i.scissor(B.x,B.y,B.z,B.w),tt.copy(B))}function Tt(B){_t.equals(B)===!1&&(i.viewport(B.x,B.y,B.z,B.w),_t.copy(B))}function nt(B,rt){let it=c.get(rt);it===void 0&&(it=new WeakMap,c.set(rt,it));let Rt=it.get(B);Rt===void 0&&(Rt=i.getUniformBlockIndex(rt,B.name),i.uniformBlockBinding(rt,Rt,Rt),it.set(B,Rt))}function st(B,rt,it){let bt=c.get(rt).get(B);l[bt]!==it&&(i.bindBufferBase(i.UNIFORM_BUFFER,bt,it),l[bt]=it)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,et={},d={},l={},f=new WeakMap,p=[],_=null,g=!1,m=null,v=null,C=null,S=null,P=null,R=null,x=null,A=new Wt(0,0,0),k=0,N=!1,D=null,H=null,X=null,O=null,G=null,tt.set(0,0,i.canvas.width,i.canvas.height),_t.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:wt,disable:Gt,bindFramebuffer:ae,drawBuffers:Jt,useProgram:le,setBlending:vt,setMaterial:xt,setFlipSided:Bt,setCullFace:Dt,setLineWidth:se,setPolygonOffset:kt,setScissorTest:be,activeTexture:ge,bindTexture:we,unbindTexture:F,compressedTexImage2D:St,compressedTexImage3D:qt,texImage2D:M,texImage3D:q,pixelStorei:at,getParameter:dt,updateUBOMapping:nt,uniformBlockBinding:st,texStorage2D:te,texStorage3D:I,texSubImage2D:fe,texSubImage3D:Et,compressedTexSubImage2D:ke,compressedTexSubImage3D:Zt,scissor:Mt,viewport:Tt,reset:gt}}function ST(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new ft,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,_=new FinalizationRegistry(I=>p.delete(I)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(I,M){return g?new OffscreenCanvas(I,M):qa("canvas")}function v(I,M,q){let dt=1,at=te(I);if((at.width>q||at.height>q)&&(dt=q/Math.max(at.width,at.height)),dt<1)if(typeof HTMLImageElement<"u"&&I instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&I instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&I instanceof ImageBitmap||typeof VideoFrame<"u"&&I instanceof VideoFrame){let Mt=Math.floor(dt*at.width),Tt=Math.floor(dt*at.height);d===void 0&&(d=m(Mt,Tt));let nt=M?m(Mt,Tt):d;return nt.width=Mt,nt.height=Tt,nt.getContext("2d").drawImage(I,0,0,Mt,Tt),ne("WebGLRenderer: Texture has been resized from ("+at.width+"x"+at.height+") to ("+Mt+"x"+Tt+")."),nt}else return"data"in I&&ne("WebGLRenderer: Image in DataTexture is too big ("+at.width+"x"+at.height+")."),I;return I}function C(I){return I.generateMipmaps}function S(I){i.generateMipmap(I)}function P(I){return I.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:I.isWebGL3DRenderTarget?i.TEXTURE_3D:I.isWebGLArrayRenderTarget||I.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function R(I,M,q,dt,at,Mt=!1){if(I!==null){if(i[I]!==void 0)return i[I];ne("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+I+"'")}let Tt;dt&&(Tt=t.get("EXT_texture_norm16"),Tt||ne("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=M;if(M===i.RED&&(q===i.FLOAT&&(nt=i.R32F),q===i.HALF_FLOAT&&(nt=i.R16F),q===i.UNSIGNED_BYTE&&(nt=i.R8),q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.R16_EXT),q===i.SHORT&&Tt&&(nt=Tt.R16_SNORM_EXT)),M===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.R8UI),q===i.UNSIGNED_SHORT&&(nt=i.R16UI),q===i.UNSIGNED_INT&&(nt=i.R32UI),q===i.BYTE&&(nt=i.R8I),q===i.SHORT&&(nt=i.R16I),q===i.INT&&(nt=i.R32I)),M===i.RG&&(q===i.FLOAT&&(nt=i.RG32F),q===i.HALF_FLOAT&&(nt=i.RG16F),q===i.UNSIGNED_BYTE&&(nt=i.RG8),q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RG16_EXT),q===i.SHORT&&Tt&&(nt=Tt.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RG8UI),q===i.UNSIGNED_SHORT&&(nt=i.RG16UI),q===i.UNSIGNED_INT&&(nt=i.RG32UI),q===i.BYTE&&(nt=i.RG8I),q===i.SHORT&&(nt=i.RG16I),q===i.INT&&(nt=i.RG32I)),M===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RGB8UI),q===i.UNSIGNED_SHORT&&(nt=i.RGB16UI),q===i.UNSIGNED_INT&&(nt=i.RGB32UI),q===i.BYTE&&(nt=i.RGB8I),q===i.SHORT&&(nt=i.RGB16I),q===i.INT&&(nt=i.RGB32I)),M===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(nt=i.RGBA16UI),q===i.UNSIGNED_INT&&(nt=i.RGBA32UI),q===i.BYTE&&(nt=i.RGBA8I),q===i.SHORT&&(nt=i.RGBA16I),q===i.INT&&(nt=i.RGBA32I)),M===i.RGB&&(q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RGB16_EXT),q===i.SHORT&&Tt&&(nt=Tt.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(nt=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(nt=i.R11F_G11F_B10F)),M===i.RGBA){let st=Mt?Xa:Le.getTransfer(at);q===i.FLOAT&&(nt=i.RGBA32F),q===i.HALF_FLOAT&&(nt=i.RGBA16F),q===i.UNSIGNED_BYTE&&(nt=st===ze?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RGBA16_EXT),q===i.SHORT&&Tt&&(nt=Tt.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(nt=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(nt=i.RGB5_A1)}return(nt===i.R16F||nt===i.R32F||nt===i.RG16F||nt===i.RG32F||nt===i.RGBA16F||nt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function x(I,M){let q;return I?M===null||M===Ji||M===Xr?q=i.DEPTH24_STENCIL8:M===ki?q=i.DEPTH32F_STENCIL8:M===jo&&(q=i.DEPTH24_STENCIL8,ne("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Ji||M===Xr?q=i.DEPTH_COMPONENT24:M===ki?q=i.DEPTH_COMPONENT32F:M===jo&&(q=i.DEPTH_COMPONENT16),q}function A(I,M){return C(I)===!0||I.isFramebufferTexture&&I.minFilter!==kn&&I.minFilter!==Tn?Math.log2(Math.max(M.width,M.height))+1:I.mipmaps.length>0?I.mipmaps.length:I.isCompressedTexture&&Array.isArray(I.image)?M.mipmaps.length:1}function k(I){let M=new WeakRef(I);n.get(I).__ref=M,p.add(M),_.register(I,M,M)}function N(I){let M=n.get(I).__ref;M!==void 0&&(p.delete(M),_.unregister(M))}function D(I){X(I.target)}function H(I){O(I.target)}function X(I){I.removeEventListener("dispose",D),N(I),$(I),I.isVideoTexture&&h.delete(I),I.isHTMLTexture&&u.delete(I)}function O(I){I.removeEventListener("dispose",H),N(I),ct(I)}function G(){for(let I of p){let M=I.deref();M!==void 0&&(M.isRenderTarget===!0?O(M):X(M))}p.clear(),u.clear()}function $(I){let M=n.get(I);if(M.__webglInit===void 0)return;let q=I.source,dt=f.get(q);if(dt){let at=dt[M.__cacheKey];at.usedTimes--,at.usedTimes===0&&V(I),Object.keys(dt).length===0&&f.delete(q)}n.remove(I)}function V(I){let M=n.get(I);i.deleteTexture(M.__webglTexture);let q=I.source,dt=f.get(q);delete dt[M.__cacheKey],o.memory.textures--}function ct(I){let M=n.get(I);M.__depthDisposeCallback&&M.__depthDisposeCallback();let q=I.depthTexture;if(q&&q.renderTarget===I&&X(q),I.isWebGLCubeRenderTarget)for(let at=0;at<6;at++){if(Array.isArray(M.__webglFramebuffer[at]))for(let Mt=0;Mt<M.__webglFramebuffer[at].length;Mt++)i.deleteFramebuffer(M.__webglFramebuffer[at][Mt]);else i.deleteFramebuffer(M.__webglFramebuffer[at]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[at])}else{if(Array.isArray(M.__webglFramebuffer))for(let at=0;at<M.__webglFramebuffer.length;at++)i.deleteFramebuffer(M.__webglFramebuffer[at]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let at=0;at<M.__webglColorRenderbuffer.length;at++)M.__webglColorRenderbuffer[at]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[at]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let dt=I.textures;for(let at=0,Mt=dt.length;at<Mt;at++){let Tt=n.get(dt[at]);Tt.__webglTexture&&(i.deleteTexture(Tt.__webglTexture),o.memory.textures--),n.remove(dt[at])}n.remove(I)}let j=0;function Q(){j=0}function et(){return j}function pt(I){j=I}function ht(){let I=j;return I>=s.maxTextures&&ne("WebGLTextures: Trying to use "+(I+1)+" texture units while this GPU supports only "+s.maxTextures),j+=1,I}function tt(I){let M=[];return M.push(I.wrapS),M.push(I.wrapT),M.push(I.wrapR||0),M.push(I.magFilter),M.push(I.minFilter),M.push(I.anisotropy),M.push(I.internalFormat),M.push(I.format),M.push(I.type),M.push(I.generateMipmaps),M.push(I.mipmapsAutoUpdate),M.push(I.premultiplyAlpha),M.push(I.flipY),M.push(I.unpackAlignment),M.push(I.colorSpace),M.join()}function _t(I,M){let q=n.get(I);if(I.isVideoTexture&&ke(I),I.isRenderTargetTexture===!1&&I.isExternalTexture!==!0&&I.version>0&&q.__version!==I.version){let dt=I.image;if(dt===null)ne("WebGLRenderer: Texture marked for update but no image data found.");else if(dt.complete===!1)ne("WebGLRenderer: Texture marked for update but image is incomplete");else{xt(q,I,M);return}}else I.isExternalTexture&&(q.__webglTexture=I.sourceTexture?I.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+M)}function yt(I,M){let q=n.get(I);if(I.isRenderTargetTexture===!1&&I.version>0&&q.__version!==I.version){xt(q,I,M);return}else I.isExternalTexture&&(q.__webglTexture=I.sourceTexture?I.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+M)}function Lt(I,M){let q=n.get(I);if(I.isRenderTargetTexture===!1&&I.version>0&&q.__version!==I.version){xt(q,I,M);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+M)}function wt(I,M){let q=n.get(I);if(I.version>0&&q.__version!==I.version){Bt(q,I,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+M)}let Gt={[Ei]:i.REPEAT,[ms]:i.CLAMP_TO_EDGE,[Zc]:i.MIRRORED_REPEAT},ae={[kn]:i.NEAREST,[C0]:i.NEAREST_MIPMAP_NEAREST,[Ml]:i.NEAREST_MIPMAP_LINEAR,[Tn]:i.LINEAR,[Ah]:i.LINEAR_MIPMAP_NEAREST,[di]:i.LINEAR_MIPMAP_LINEAR},Jt={[L0]:i.NEVER,[xp]:i.ALWAYS,[D0]:i.LESS,[gp]:i.LEQUAL,[N0]:i.EQUAL,[_p]:i.GEQUAL,[O0]:i.GREATER,[U0]:i.NOTEQUAL};function le(I,M){if(M.type===ki&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Tn||M.magFilter===Ah||M.magFilter===Ml||M.magFilter===di||M.minFilter===Tn||M.minFilter===Ah||M.minFilter===Ml||M.minFilter===di)&&ne("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(I,i.TEXTURE_WRAP_S,Gt[M.wrapS]),i.texParameteri(I,i.TEXTURE_WRAP_T,Gt[M.wrapT]),(I===i.TEXTURE_3D||I===i.TEXTURE_2D_ARRAY)&&i.texParameteri(I,i.TEXTURE_WRAP_R,Gt[M.wrapR]),i.texParameteri(I,i.TEXTURE_MAG_FILTER,ae[M.magFilter]),i.texParameteri(I,i.TEXTURE_MIN_FILTER,ae[M.minFilter]),M.compareFunction&&(i.texParameteri(I,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(I,i.TEXTURE_COMPARE_FUNC,Jt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===kn||M.minFilter!==Ml&&M.minFilter!==di||M.type===ki&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(I,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function oe(I,M){let q=!1;I.__webglInit===void 0&&(I.__webglInit=!0,M.addEventListener("dispose",D),k(M));let dt=M.source,at=f.get(dt);at===void 0&&(at={},f.set(dt,at));let Mt=tt(M);if(Mt!==I.__cacheKey){at[Mt]===void 0&&(at[Mt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),at[Mt].usedTimes++;let Tt=at[I.__cacheKey];Tt!==void 0&&(at[I.__cacheKey].usedTimes--,Tt.usedTimes===0&&V(M)),I.__cacheKey=Mt,I.__webglTexture=at[Mt].texture}return q}function ot(I,M,q){return Math.floor(Math.floor(I/q)/M)}function vt(I,M,q,dt){let Mt=I.updateRanges;if(Mt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,q,dt,M.data);else{Mt.sort((B,rt)=>B.start-rt.start);let Tt=0;for(let B=1;B<Mt.length;B++){let rt=Mt[Tt],it=Mt[B],Rt=rt.start+rt.count,bt=ot(it.start,M.width,4),Ct=ot(rt.start,M.width,4);it.start<=Rt+1&&bt===Ct&&ot(it.start+it.count-1,M.width,4)===bt?rt.count=Math.max(rt.count,it.start+it.count-rt.start):(++Tt,Mt[Tt]=it)}Mt.length=Tt+1;let nt=e.getParameter(i.UNPACK_ROW_LENGTH),st=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let B=0,rt=Mt.length;B<rt;B++){let it=Mt[B],Rt=Math.floor(it.start/4),bt=Math.ceil(it.count/4),Ct=Rt%M.width,Kt=Math.floor(Rt/M.width),ue=bt,ut=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Ct),e.pixelStorei(i.UNPACK_SKIP_ROWS,Kt),e.texSubImage2D(i.TEXTURE_2D,0,Ct,Kt,ue,ut,q,dt,M.data)}I.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,nt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,st),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function xt(I,M,q){let dt=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(dt=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(dt=i.TEXTURE_3D);let at=oe(I,M),Mt=M.source;e.bindTexture(dt,I.__webglTexture,i.TEXTURE0+q);let Tt=n.get(Mt);if(Mt.version!==Tt.__version||at===!0){if(e.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ut=Le.getPrimaries(Le.workingColorSpace),$t=M.colorSpace===Ys?null:Le.getPrimaries(M.colorSpace),de=M.colorSpace===Ys||ut===$t?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,de)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let st=v(M.image,!1,s.maxTextureSize);st=Zt(M,st);let gt=r.convert(M.format,M.colorSpace),B=r.convert(M.type),rt=R(M.internalFormat,gt,B,M.normalized,M.colorSpace,M.isVideoTexture);le(dt,M);let it,Rt=M.mipmaps,bt=M.isVideoTexture!==!0,Ct=Tt.__version===void 0||at===!0,Kt=Mt.dataReady,ue=A(M,st);if(M.isDepthTexture)rt=x(M.format===$s,M.type),Ct&&(bt?e.texStorage2D(i.TEXTURE_2D,1,rt,st.width,st.height):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,B,null));else if(M.isDataTexture)if(Rt.length>0){bt&&Ct&&e.texStorage2D(i.TEXTURE_2D,ue,rt,Rt[0].width,Rt[0].height);for(let ut=0,$t=Rt.length;ut<$t;ut++)it=Rt[ut],bt?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,B,it.data):e.texImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,gt,B,it.data);M.generateMipmaps=!1}else bt?(Ct&&e.texStorage2D(i.TEXTURE_2D,ue,rt,st.width,st.height),Kt&&vt(M,st,gt,B)):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,B,st.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){bt&&Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ue,rt,Rt[0].width,Rt[0].height,st.depth);for(let ut=0,$t=Rt.length;ut<$t;ut++)if(it=Rt[ut],M.format!==Qi)if(gt!==null)if(bt){if(Kt)if(M.layerUpdates.size>0){let de=Rp(it.width,it.height,M.format,M.type);for(let Nt of M.layerUpdates){let Me=it.data.subarray(Nt*de/it.data.BYTES_PER_ELEMENT,(Nt+1)*de/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,Nt,it.width,it.height,1,gt,Me)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,it.width,it.height,st.depth,gt,it.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ut,rt,it.width,it.height,st.depth,0,it.data,0,0);else ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else bt?Kt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,it.width,it.height,st.depth,gt,B,it.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ut,rt,it.width,it.height,st.depth,0,gt,B,it.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{bt&&Ct&&e.texStorage2D(i.TEXTURE_2D,ue,rt,Rt[0].width,Rt[0].height);for(let ut=0,$t=Rt.length;ut<$t;ut++)it=Rt[ut],M.format!==Qi?gt!==null?bt?Kt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,it.data):e.compressedTexImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,it.data):ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):bt?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,B,it.data):e.texImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,gt,B,it.data)}else if(M.isDataArrayTexture)if(bt){if(Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ue,rt,st.width,st.height,st.depth),Kt)if(M.layerUpdates.size>0){let ut=Rp(st.width,st.height,M.format,M.type);for(let $t of M.layerUpdates){let de=st.data.subarray($t*ut/st.data.BYTES_PER_ELEMENT,($t+1)*ut/st.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,$t,st.width,st.height,1,gt,B,de)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,st.width,st.height,st.depth,gt,B,st.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,st.width,st.height,st.depth,0,gt,B,st.data);else if(M.isData3DTexture)bt?(Ct&&e.texStorage3D(i.TEXTURE_3D,ue,rt,st.width,st.height,st.depth),Kt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,st.width,st.height,st.depth,gt,B,st.data)):e.texImage3D(i.TEXTURE_3D,0,rt,st.width,st.height,st.depth,0,gt,B,st.data);else if(M.isFramebufferTexture){if(Ct)if(bt)e.texStorage2D(i.TEXTURE_2D,ue,rt,st.width,st.height);else{let ut=st.width,$t=st.height;for(let de=0;de<ue;de++)e.texImage2D(i.TEXTURE_2D,de,rt,ut,$t,0,gt,B,null),ut>>=1,$t>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ut=i.canvas;if(ut.hasAttribute("layoutsubtree")||ut.setAttribute("layoutsubtree","true"),st.parentNode!==ut){ut.appendChild(st),u.add(M),ut.onpaint=$t=>{let de=$t.changedElements;for(let Nt of u)de.includes(Nt.image)&&(Nt.needsUpdate=!0)},ut.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,st);else{let de=i.RGBA,Nt=i.RGBA,Me=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,de,Nt,Me,st)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Rt.length>0){if(bt&&Ct){let ut=te(Rt[0]);e.texStorage2D(i.TEXTURE_2D,ue,rt,ut.width,ut.height)}for(let ut=0,$t=Rt.length;ut<$t;ut++)it=Rt[ut],bt?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,gt,B,it):e.texImage2D(i.TEXTURE_2D,ut,rt,gt,B,it);M.generateMipmaps=!1}else if(bt){if(Ct){let ut=te(st);e.texStorage2D(i.TEXTURE_2D,ue,rt,ut.width,ut.height)}Kt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,B,st)}else e.texImage2D(i.TEXTURE_2D,0,rt,gt,B,st);C(M)&&M.mipmapsAutoUpdate===!0&&S(dt),Tt.__version=Mt.version,M.onUpdate&&M.onUpdate(M)}I.__version=M.version}function Bt(I,M,q){if(M.image.length!==6)return;let dt=oe(I,M),at=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,I.__webglTexture,i.TEXTURE0+q);let Mt=n.get(at);if(at.version!==Mt.__version||dt===!0){e.activeTexture(i.TEXTURE0+q);let Tt=Le.getPrimaries(Le.workingColorSpace),nt=M.colorSpace===Ys?null:Le.getPrimaries(M.colorSpace),st=M.colorSpace===Ys||Tt===nt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,st);let gt=M.isCompressedTexture||M.image[0].isCompressedTexture,B=M.image[0]&&M.image[0].isDataTexture,rt=[];for(let Nt=0;Nt<6;Nt++)!gt&&!B?rt[Nt]=v(M.image[Nt],!0,s.maxCubemapSize):rt[Nt]=B?M.image[Nt].image:M.image[Nt],rt[Nt]=Zt(M,rt[Nt]);let it=rt[0],Rt=r.convert(M.format,M.colorSpace),bt=r.convert(M.type),Ct=R(M.internalFormat,Rt,bt,M.normalized,M.colorSpace),Kt=M.isVideoTexture!==!0,ue=Mt.__version===void 0||dt===!0,ut=at.dataReady,$t=A(M,it);le(i.TEXTURE_CUBE_MAP,M);let de;if(M.isDepthTexture){if(Ct=x(M.format===$s,M.type),ue)if(Kt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Ct,it.width,it.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,it.width,it.height,0,Rt,bt,null)}else if(gt){Kt&&ue&&e.texStorage2D(i.TEXTURE_CUBE_MAP,$t,Ct,it.width,it.height);for(let Nt=0;Nt<6;Nt++){de=rt[Nt].mipmaps;for(let Me=0;Me<de.length;Me++){let Ke=de[Me];M.format!==Qi?Rt!==null?Kt?ut&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me,0,0,Ke.width,Ke.height,Rt,Ke.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me,Ct,Ke.width,Ke.height,0,Ke.data):ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me,0,0,Ke.width,Ke.height,Rt,bt,Ke.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me,Ct,Ke.width,Ke.height,0,Rt,bt,Ke.data)}}}else{if(de=M.mipmaps,Kt&&ue){de.length>0&&$t++;let Nt=te(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,$t,Ct,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(B){Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,rt[Nt].width,rt[Nt].height,Rt,bt,rt[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,rt[Nt].width,rt[Nt].height,0,Rt,bt,rt[Nt].data);for(let Me=0;Me<de.length;Me++){let ni=de[Me].image[Nt].image;Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me+1,0,0,ni.width,ni.height,Rt,bt,ni.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me+1,Ct,ni.width,ni.height,0,Rt,bt,ni.data)}}else{Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Rt,bt,rt[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,Rt,bt,rt[Nt]);for(let Me=0;Me<de.length;Me++){let Ke=de[Me];Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me+1,0,0,Rt,bt,Ke.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,Me+1,Ct,Rt,bt,Ke.image[Nt])}}}C(M)&&M.mipmapsAutoUpdate===!0&&S(i.TEXTURE_CUBE_MAP),Mt.__version=at.version,M.onUpdate&&M.onUpdate(M)}I.__version=M.version}function Dt(I,M,q,dt,at,Mt){let Tt=r.convert(q.format,q.colorSpace),nt=r.convert(q.type),st=R(q.internalFormat,Tt,nt,q.normalized,q.colorSpace),gt=n.get(M),B=n.get(q);if(B.__renderTarget=M,!gt.__hasExternalTextures){let rt=Math.max(1,M.width>>Mt),it=Math.max(1,M.height>>Mt);at===i.TEXTURE_3D||at===i.TEXTURE_2D_ARRAY?e.texImage3D(at,Mt,st,rt,it,M.depth,0,Tt,nt,null):e.texImage2D(at,Mt,st,rt,it,0,Tt,nt,null)}e.bindFramebuffer(i.FRAMEBUFFER,I),Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,at,B.__webglTexture,0,fe(M)):(at===i.TEXTURE_2D||at>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&at<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,dt,at,B.__webglTexture,Mt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function se(I,M,q){if(i.bindRenderbuffer(i.RENDERBUFFER,I),M.depthBuffer){let dt=M.depthTexture,at=dt&&dt.isDepthTexture?dt.type:null,Mt=x(M.stencilBuffer,at),Tt=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,fe(M),Mt,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,fe(M),Mt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,Mt,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Tt,i.RENDERBUFFER,I)}else{let dt=M.textures;for(let at=0;at<dt.length;at++){let Mt=dt[at],Tt=r.convert(Mt.format,Mt.colorSpace),nt=r.convert(Mt.type),st=R(Mt.internalFormat,Tt,nt,Mt.normalized,Mt.colorSpace);Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,fe(M),st,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,fe(M),st,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,st,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function kt(I,M,q){let dt=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,I),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let at=n.get(M.depthTexture);at.__renderTarget=M;let Mt=dt?M.depthTexture.image[0]:M.depthTexture.image;(!at.__webglTexture||Mt.width!==M.width||Mt.height!==M.height)&&(Mt.width=M.width,Mt.height=M.height,M.depthTexture.needsUpdate=!0),dt?wt(M.depthTexture,0):_t(M.depthTexture,0);let Tt=at.__webglTexture,nt=fe(M),st=dt?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,gt=M.depthTexture.format===$s?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===ks)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Tt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Tt,0);else if(M.depthTexture.format===$s)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Tt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Tt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function be(I){let M=n.get(I),q=I.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==I.depthTexture){let dt=I.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),dt){let at=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,dt.removeEventListener("dispose",at)};dt.addEventListener("dispose",at),M.__depthDisposeCallback=at}M.__boundDepthTexture=dt}if(I.depthTexture&&!M.__autoAllocateDepthBuffer)if(q)for(let dt=0;dt<6;dt++)kt(M.__webglFramebuffer[dt],I,dt);else I.texture.mipmaps.length>0?kt(M.__webglFramebuffer[0],I,0):kt(M.__webglFramebuffer,I,0);else if(q){M.__webglDepthbuffer=[];for(let dt=0;dt<6;dt++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[dt]),M.__webglDepthbuffer[dt]===void 0)M.__webglDepthbuffer[dt]=i.createRenderbuffer(),se(M.__webglDepthbuffer[dt],I,!1);else{let at=I.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Mt=M.__webglDepthbuffer[dt];i.bindRenderbuffer(i.RENDERBUFFER,Mt),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,Mt)}}else if(I.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),se(M.__webglDepthbuffer,I,!1);else{let at=I.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Mt=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,Mt),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,Mt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function ge(I,M,q){let dt=n.get(I);M!==void 0&&Dt(dt.__webglFramebuffer,I,I.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&be(I)}function we(I){let M=I.texture,q=n.get(I),dt=n.get(M);I.addEventListener("dispose",H),k(I);let at=I.textures,Mt=I.isWebGLCubeRenderTarget===!0,Tt=at.length>1;if(Tt||(dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture()),dt.__version=M.version,o.memory.textures++),Mt){q.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0){q.__webglFramebuffer[nt]=[];for(let st=0;st<M.mipmaps.length;st++)q.__webglFramebuffer[nt][st]=i.createFramebuffer()}else q.__webglFramebuffer[nt]=i.createFramebuffer()}else{if(M.mipmaps.length>0){q.__webglFramebuffer=[];for(let nt=0;nt<M.mipmaps.length;nt++)q.__webglFramebuffer[nt]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(Tt)for(let nt=0,st=at.length;nt<st;nt++){let gt=n.get(at[nt]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(I.samples>0&&Et(I)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let nt=0;nt<at.length;nt++){let st=at[nt];q.__webglColorRenderbuffer[nt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[nt]);let gt=r.convert(st.format,st.colorSpace),B=r.convert(st.type),rt=R(st.internalFormat,gt,B,st.normalized,st.colorSpace,I.isXRRenderTarget===!0),it=fe(I);i.renderbufferStorageMultisample(i.RENDERBUFFER,it,rt,I.width,I.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+nt,i.RENDERBUFFER,q.__webglColorRenderbuffer[nt])}i.bindRenderbuffer(i.RENDERBUFFER,null),I.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),se(q.__webglDepthRenderbuffer,I,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(Mt){e.bindTexture(i.TEXTURE_CUBE_MAP,dt.__webglTexture),le(i.TEXTURE_CUBE_MAP,M);for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0)for(let st=0;st<M.mipmaps.length;st++)Dt(q.__webglFramebuffer[nt][st],I,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,st);else Dt(q.__webglFramebuffer[nt],I,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);C(M)?S(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(Tt){for(let nt=0,st=at.length;nt<st;nt++){let gt=at[nt],B=n.get(gt),rt=i.TEXTURE_2D;(I.isWebGL3DRenderTarget||I.isWebGLArrayRenderTarget)&&(rt=I.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,B.__webglTexture),le(rt,gt),Dt(q.__webglFramebuffer,I,gt,i.COLOR_ATTACHMENT0+nt,rt,0),C(gt)&&S(rt)}e.unbindTexture()}else{let nt=i.TEXTURE_2D;if((I.isWebGL3DRenderTarget||I.isWebGLArrayRenderTarget)&&(nt=I.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(nt,dt.__webglTexture),le(nt,M),M.mipmaps.length>0)for(let st=0;st<M.mipmaps.length;st++)Dt(q.__webglFramebuffer[st],I,M,i.COLOR_ATTACHMENT0,nt,st);else Dt(q.__webglFramebuffer,I,M,i.COLOR_ATTACHMENT0,nt,0);C(M)?S(nt):M.mipmaps.length>0&&i.texParameteri(nt,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}I.depthBuffer&&be(I)}function F(I){let M=I.textures;for(let q=0,dt=M.length;q<dt;q++){let at=M[q];if(C(at)&&at.mipmapsAutoUpdate===!0){let Mt=P(I),Tt=n.get(at).__webglTexture;e.bindTexture(Mt,Tt),S(Mt),e.unbindTexture()}}}let St=[];function qt(I){if(I.samples>0){if(Et(I)===!1){let M=I.textures,q=I.width,dt=I.height,at=i.COLOR_BUFFER_BIT,Mt=I.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Tt=n.get(I),nt=M.length>1;if(nt)for(let gt=0;gt<M.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),I.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer);for(let gt=0;gt<M.length;gt++){if(I.resolveDepthBuffer&&(I.depthBuffer&&(at|=i.DEPTH_BUFFER_BIT),I.stencilBuffer&&I.resolveStencilBuffer&&(at|=i.STENCIL_BUFFER_BIT)),nt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let B=n.get(M[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,B,0)}i.blitFramebuffer(0,0,q,dt,0,0,q,dt,at,i.NEAREST),l===!0&&(St.length=0,St.push(i.COLOR_ATTACHMENT0+gt),I.depthBuffer&&I.storeMultisampledDepthBuffer===!1&&St.push(Mt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,St))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),nt)for(let gt=0;gt<M.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let B=n.get(M[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,B,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer)}else if(I.depthBuffer&&I.storeMultisampledDepthBuffer===!1&&l){let M=I.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function fe(I){return Math.min(s.maxSamples,I.samples)}function Et(I){let M=n.get(I);return I.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function ke(I){let M=o.render.frame;h.get(I)!==M&&(h.set(I,M),I.update())}function Zt(I,M){let q=I.colorSpace,dt=I.format,at=I.type;return I.isCompressedTexture===!0||I.isVideoTexture===!0||q!==Wa&&q!==Ys&&(Le.getTransfer(q)===ze?(dt!==Qi||at!==mi)&&ne("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):he("WebGLTextures: Unsupported texture color space:",q)),M}function te(I){return typeof HTMLImageElement<"u"&&I instanceof HTMLImageElement?(c.width=I.naturalWidth||I.width,c.height=I.naturalHeight||I.height):typeof VideoFrame<"u"&&I instanceof VideoFrame?(c.width=I.displayWidth,c.height=I.displayHeight):(c.width=I.width,c.height=I.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=Q,this.getTextureUnits=et,this.setTextureUnits=pt,this.setTexture2D=_t,this.setTexture2DArray=yt,this.setTexture3D=Lt,this.setTextureCube=wt,this.rebindTextures=ge,this.setupRenderTarget=we,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=qt,this.setupDepthRenderbuffer=be,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=Et,this.dispose=G}function MT(i,t){function e(n,s=Ys){let r,o=Le.getTransfer(s);if(n===mi)return i.UNSIGNED_BYTE;if(n===Rh)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Ph)return i.UNSIGNED_SHORT_5_5_5_1;if(n===dp)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===fp)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===hp)return i.BYTE;if(n===up)return i.SHORT;if(n===jo)return i.UNSIGNED_SHORT;if(n===Ch)return i.INT;if(n===Ji)return i.UNSIGNED_INT;if(n===ki)return i.FLOAT;if(n===Ki)return i.HALF_FLOAT;if(n===pp)return i.ALPHA;if(n===mp)return i.RGB;if(n===Qi)return i.RGBA;if(n===ks)return i.DEPTH_COMPONENT;if(n===$s)return i.DEPTH_STENCIL;if(n===Jo)return i.RED;if(n===Ih)return i.RED_INTEGER;if(n===br)return i.RG;if(n===Lh)return i.RG_INTEGER;if(n===Dh)return i.RGBA_INTEGER;if(n===wl||n===El||n===Tl||n===Al)if(o===ze)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===wl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===El)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Tl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Al)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===wl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===El)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Tl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Al)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Nh||n===Oh||n===Uh||n===Fh)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Nh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Oh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Uh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Fh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Bh||n===kh||n===zh||n===Vh||n===Gh||n===Cl||n===Hh)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Bh||n===kh)return o===ze?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===zh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Vh)return r.COMPRESSED_R11_EAC;if(n===Gh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Cl)return r.COMPRESSED_RG11_EAC;if(n===Hh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Wh||n===Xh||n===qh||n===$h||n===Yh||n===Zh||n===jh||n===Jh||n===Kh||n===Qh||n===tu||n===eu||n===nu||n===iu)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Wh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Xh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===qh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===$h)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Yh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Zh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===jh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Jh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Kh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Qh)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===tu)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===eu)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===nu)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===iu)return o===ze?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===su||n===ru||n===ou)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===su)return o===ze?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===ru)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===ou)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===au||n===lu||n===Rl||n===cu)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===au)return r.COMPRESSED_RED_RGTC1_EXT;if(n===lu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Rl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===cu)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Xr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var wT=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,ET=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Bp=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new nl(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new ti({vertexShader:wT,fragmentShader:ET,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new ie(new pr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},kp=class extends Zi{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,_=typeof XRWebGLBinding<"u",g=new Bp,m={},v=e.getContextAttributes(),C=null,S=null,P=[],R=[],x=new ft,A=null,k=null,N=new ci;N.viewport=new Ve;let D=new ci;D.viewport=new Ve;let H=[N,D],X=new wh,O=null,G=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let _t=P[tt];return _t===void 0&&(_t=new Vo,P[tt]=_t),_t.getTargetRaySpace()},this.getControllerGrip=function(tt){let _t=P[tt];return _t===void 0&&(_t=new Vo,P[tt]=_t),_t.getGripSpace()},this.getHand=function(tt){let _t=P[tt];return _t===void 0&&(_t=new Vo,P[tt]=_t),_t.getHandSpace()};function $(tt){let _t=R.indexOf(tt.inputSource);if(_t===-1)return;let yt=P[_t];yt!==void 0&&(yt.update(tt.inputSource,tt.frame,c||o),yt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function V(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",ct);for(let tt=0;tt<P.length;tt++){let _t=R[tt];_t!==null&&(R[tt]=null,P[tt].disconnect(_t))}O=null,G=null,g.reset();for(let tt in m)delete m[tt];if(t.setRenderTarget(C),f=null,d=null,u=null,s=null,S=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(A),t.setSize(x.width,x.height,!1),k!==null){let tt=k.camera;tt.fov=k.fov,tt.zoom=k.zoom,tt.updateProjectionMatrix(),k=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&ne("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&ne("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(C=t.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",V),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),A=t.getPixelRatio(),t.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let yt=null,Lt=null,wt=null;v.depth&&(wt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,yt=v.stencil?$s:ks,Lt=v.stencil?Xr:Ji);let Gt={colorFormat:e.RGBA8,depthFormat:wt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Gt),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),S=new Ti(d.textureWidth,d.textureHeight,{format:Qi,type:mi,depthTexture:new Ws(d.textureWidth,d.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,yt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let yt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,yt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new Ti(f.framebufferWidth,f.framebufferHeight,{format:Qi,type:mi,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return g.getDepthTexture()};function ct(tt){for(let _t=0;_t<tt.removed.length;_t++){let yt=tt.removed[_t],Lt=R.indexOf(yt);Lt>=0&&(R[Lt]=null,P[Lt].disconnect(yt))}for(let _t=0;_t<tt.added.length;_t++){let yt=tt.added[_t],Lt=R.indexOf(yt);if(Lt===-1){for(let Gt=0;Gt<P.length;Gt++)if(Gt>=R.length){R.push(yt),Lt=Gt;break}else if(R[Gt]===null){R[Gt]=yt,Lt=Gt;break}if(Lt===-1)break}let wt=P[Lt];wt&&wt.connect(yt)}}function j(tt,_t){_t===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(_t.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let _t=tt.near,yt=tt.far;g.texture!==null&&(g.depthNear>0&&(_t=g.depthNear),g.depthFar>0&&(yt=g.depthFar)),X.near=D.near=N.near=_t,X.far=D.far=N.far=yt,(O!==X.near||G!==X.far)&&(s.updateRenderState({depthNear:X.near,depthFar:X.far}),O=X.near,G=X.far),X.layers.mask=tt.layers.mask|6,N.layers.mask=X.layers.mask&-5,D.layers.mask=X.layers.mask&-3;let Lt=tt.parent,wt=X.cameras;j(X,Lt);for(let Gt=0;Gt<wt.length;Gt++)j(wt[Gt],Lt);X.projectionMatrix.copy(N.projectionMatrix),X.projectionMatrixInverse.copy(N.projectionMatrixInverse),k===null&&tt.isPerspectiveCamera&&(k={camera:tt,fov:tt.fov,zoom:tt.zoom}),Q(tt,X,Lt)};function Q(tt,_t,yt){yt===null?tt.matrix.copy(_t.matrixWorld):(tt.matrix.copy(yt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(_t.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(_t.projectionMatrix),tt.projectionMatrixInverse.copy(_t.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=Bo*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return X},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(tt){l=tt,d!==null&&(d.fixedFoveation=tt),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=tt)},this.hasDepthSensing=function(){return g.texture!==null},this.getDepthSensingMesh=function(){return g.getMesh(X)},this.getCameraTexture=function(tt){return m[tt]};let et=null;function pt(tt,_t){if(h=_t.getViewerPose(c||o),p=_t,h!==null){let yt=h.views;f!==null&&(t.setRenderTargetFramebuffer(S,f.framebuffer),t.setRenderTarget(S));let Lt=!1;yt.length!==X.cameras.length&&(X.cameras.length=0,Lt=!0);for(let Jt=0;Jt<yt.length;Jt++){let le=yt[Jt],oe=null;if(f!==null)oe=f.getViewport(le);else{let vt=u.getViewSubImage(d,le);oe=vt.viewport,Jt===0&&(t.setRenderTargetTextures(S,vt.colorTexture,vt.depthStencilTexture),t.setRenderTarget(S))}let ot=H[Jt];ot===void 0&&(ot=new ci,ot.layers.enable(Jt),ot.viewport=new Ve,H[Jt]=ot),ot.matrix.fromArray(le.transform.matrix),ot.matrix.decompose(ot.position,ot.quaternion,ot.scale),ot.projectionMatrix.fromArray(le.projectionMatrix),ot.projectionMatrixInverse.copy(ot.projectionMatrix).invert(),ot.viewport.set(oe.x,oe.y,oe.width,oe.height),Jt===0&&(X.matrix.copy(ot.matrix),X.matrix.decompose(X.position,X.quaternion,X.scale)),Lt===!0&&X.cameras.push(ot)}let wt=s.enabledFeatures;if(wt&&wt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Jt=u.getDepthInformation(yt[0]);Jt&&Jt.isValid&&Jt.texture&&g.init(Jt,s.renderState)}if(wt&&wt.includes("camera-access")&&_){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<yt.length;Jt++){let le=yt[Jt].camera;if(le){let oe=m[le];oe||(oe=new nl,m[le]=oe);let ot=u.getCameraImage(le);oe.sourceTexture=ot}}}}for(let yt=0;yt<P.length;yt++){let Lt=R[yt],wt=P[yt];Lt!==null&&wt!==void 0&&wt.update(Lt,_t,c||o)}et&&et(tt,_t),_t.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_t}),p=null}let ht=new m_;ht.setAnimationLoop(pt),this.setAnimationLoop=function(tt){et=tt},this.dispose=function(){}}},TT=new Se,E_=new _e;E_.set(-1,0,0,0,1,0,0,0,1);function AT(i,t){function e(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function n(g,m){m.color.getRGB(g.fogColor.value,Tp(i)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function s(g,m,v,C,S){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(g,m):m.isMeshLambertMaterial?(r(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(g,m),u(g,m)):m.isMeshPhongMaterial?(r(g,m),h(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(g,m),d(g,m),m.isMeshPhysicalMaterial&&f(g,m,S)):m.isMeshMatcapMaterial?(r(g,m),p(g,m)):m.isMeshDepthMaterial?r(g,m):m.isMeshDistanceMaterial?(r(g,m),_(g,m)):m.isMeshNormalMaterial?r(g,m):m.isLineBasicMaterial?(o(g,m),m.isLineDashedMaterial&&a(g,m)):m.isPointsMaterial?l(g,m,v,C):m.isSpriteMaterial?c(g,m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(g.map.value=m.map,e(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,e(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,e(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=m.bumpScale,m.side===An&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,e(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===An&&g.normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,e(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,e(m.emissiveMap,g.emissiveMapTransform)),m.specularMap&&(g.specularMap.value=m.specularMap,e(m.specularMap,g.specularMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let v=t.get(m),C=v.envMap,S=v.envMapRotation;C&&(g.envMap.value=C,g.envMapRotation.value.setFromMatrix4(TT.makeRotationFromEuler(S)).transpose(),C.isCubeTexture&&C.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(E_),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=m.lightMap,g.lightMapIntensity.value=m.lightMapIntensity,e(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,e(m.aoMap,g.aoMapTransform))}function o(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,e(m.map,g.mapTransform))}function a(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.scale.value=m.scale}function l(g,m,v,C){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.size*v,g.scale.value=C*.5,m.map&&(g.map.value=m.map,e(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,e(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function c(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.rotation,m.map&&(g.map.value=m.map,e(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,e(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function h(g,m){g.specular.value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function u(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function d(g,m){g.metalness.value=m.metalness,m.metalnessMap&&(g.metalnessMap.value=m.metalnessMap,e(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,e(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function f(g,m,v){g.ior.value=m.ior,m.diffuseRoughness>0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=m.diffuseRoughnessMap,e(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,e(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,e(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,e(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,e(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,e(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===An&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,e(m.iridescenceMap,g.iridescenceMapTransform)),m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,e(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=m.transmission,g.transmissionSamplerMap.value=v.texture,g.transmissionSamplerSize.value.set(v.width,v.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,e(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,e(m.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,e(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.value=m.specularColorMap,e(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,e(m.specularIntensityMap,g.specularIntensityMapTransform))}function p(g,m){m.matcap&&(g.matcap.value=m.matcap)}function _(g,m){let v=t.get(m).light;g.referencePosition.value.setFromMatrixPosition(v.matrixWorld),g.nearDistance.value=v.shadow.camera.near,g.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function CT(i,t,e,n){let s={},r={};function o(v,C){let S=C.program;n.uniformBlockBinding(v,S,s[v.id])}function a(v,C){let S=s[v.id];S===void 0&&(p(v),S=l(v),s[v.id]=S,v.addEventListener("dispose",g));let P=C.program;n.updateUBOMapping(v,P);let R=t.render.frame;r[v.id]!==R&&(c(v),r[v.id]=R)}function l(v){let C=i.createBuffer(),S=v.__size,P=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,C),i.bufferData(i.UNIFORM_BUFFER,S,P),i.bindBuffer(i.UNIFORM_BUFFER,null),C}function c(v){let C=s[v.id],S=v.uniforms,P=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,C);for(let R=0,x=S.length;R<x;R++){let A=S[R];if(Array.isArray(A))for(let k=0,N=A.length;k<N;k++)h(A[k],R,k,P);else h(A,R,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,C,S,P){if(d(v,C,S,P)===!0){let R=v.__offset,x=v.value;if(Array.isArray(x)){let A=0;for(let k=0;k<x.length;k++){let N=x[k],D=_(N,!0);u(N,v.__data,A),A+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(x,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,R,v.__data)}}function u(v,C,S){typeof v=="number"||typeof v=="boolean"?C[S]=v:v.isMatrix3?(C[S]=v.elements[0],C[S+1]=v.elements[1],C[S+2]=v.elements[2],C[S+3]=0,C[S+4]=v.elements[3],C[S+5]=v.elements[4],C[S+6]=v.elements[5],C[S+7]=0,C[S+8]=v.elements[6],C[S+9]=v.elements[7],C[S+10]=v.elements[8],C[S+11]=0):ArrayBuffer.isView(v)?C.set(v.subarray(0,C.length-S),S):v.toArray(C,S)}function d(v,C,S,P){let R=v.value,x=C+"_"+S;if(Array.isArray(R)){P[x]===void 0&&(P[x]=[]);let A=P[x],k=!1;for(let N=0;N<R.length;N++)f(R[N],A,N)===!0&&(k=!0);return k}return f(R,P,x)}function f(v,C,S){if(C[S]===void 0)return typeof v=="number"||typeof v=="boolean"?C[S]=v:ArrayBuffer.isView(v)?C[S]=v.slice():C[S]=v.clone(),!0;{let P=C[S];if(typeof v=="number"||typeof v=="boolean"){if(P!==v)return C[S]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(P.equals(v)===!1)return P.copy(v),!0}}return!1}function p(v){let C=v.uniforms,S=0,P=16;for(let x=0,A=C.length;x<A;x++){let k=Array.isArray(C[x])?C[x]:[C[x]];for(let N=0,D=k.length;N<D;N++){let H=k[N],X=Array.isArray(H.value)?H.value:[H.value],O=Array.isArray(C[x])||Array.isArray(H.value),G=S;for(let V=0,ct=X.length;V<ct;V++){let j=X[V],Q=_(j,O),et=S%P,pt=et%Q.boundary,ht=et+pt;S+=pt,ht!==0&&P-ht<Q.storage&&(S+=P-ht),V===0&&(G=S),S+=Q.storage}let $=H.type==="int"?Int32Array:H.type==="uint"?Uint32Array:Float32Array;H.__data=new $((S-G)/Float32Array.BYTES_PER_ELEMENT),H.__offset=G}}let R=S%P;return R>0&&(S+=P-R),v.__size=S,v.__cache={},this}function _(v,C){let S={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(S.boundary=4,S.storage=4):v.isVector2?(S.boundary=8,S.storage=8):v.isVector3||v.isColor?(S.boundary=16,S.storage=12):v.isVector4?(S.boundary=16,S.storage=16):v.isMatrix3?(S.boundary=16,S.storage=48):v.isMatrix4?(S.boundary=16,S.storage=64):v.isTexture?ne("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(S.boundary=16,S.storage=v.byteLength):ne("WebGLRenderer: Unsupported uniform value type.",v),C===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function g(v){let C=v.target;C.removeEventListener("dispose",g),i.deleteBuffer(s[C.id]),delete s[C.id],delete r[C.id]}function m(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:m}}var RT=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),vs=null;function PT(){return vs===null&&(vs=new Gs(RT,16,16,br,Ki),vs.name="DFG_LUT",vs.minFilter=Tn,vs.magFilter=Tn,vs.wrapS=ms,vs.wrapT=ms,vs.generateMipmaps=!1,vs.needsUpdate=!0),vs}var mu=class{constructor(t={}){let{canvas:e=F0(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=mi}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=f,g=new Set([Dh,Lh,Ih]),m=new Set([mi,Ji,jo,Xr,Rh,Ph]),v=new Uint32Array(4),C=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},P=null,R=null,x=[],A=[],k=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ys,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let N=this,D=!1,H=null,X=null,O=null,G=null;this._outputColorSpace=Je;let $=0,V=0,ct=null,j=-1,Q=null,et=new Ve,pt=new Ve,ht=null,tt=new Wt(0),_t=0,yt=e.width,Lt=e.height,wt=1,Gt=null,ae=null,Jt=new Ve(0,0,yt,Lt),le=new Ve(0,0,yt,Lt),oe=!1,ot=new ur,vt=new eh,xt=!1,Bt=!1,Dt=new Se,se=new T,kt=new Ve,be={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},ge=!1;function we(){return ct===null?wt:1}let F=n;function St(E,z){return e.getContext(E,z)}let qt,fe,Et,ke,Zt,te,I,M,q,dt,at,Mt,Tt,nt,st,gt,B,rt,it,Rt,bt,Ct,Kt;try{let E={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",$t,!1),e.addEventListener("webglcontextrestored",de,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),F===null){let z="webgl2";if(F=St(z,E),F===null)throw St(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}ue()}catch(E){throw e.removeEventListener("webglcontextlost",$t,!1),e.removeEventListener("webglcontextrestored",de,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),he("WebGLRenderer: "+E.message),E}function ue(){qt=new V1(F),qt.init(),bt=new MT(F,qt),fe=new P1(F,qt,t,bt),Et=new bT(F,qt),fe.reversedDepthBuffer&&d&&Et.buffers.depth.setReversed(!0),X=F.createFramebuffer(),O=F.createFramebuffer(),G=F.createFramebuffer(),ke=new W1(F),Zt=new aT,te=new ST(F,qt,Et,Zt,fe,bt,ke),I=new z1(N),M=new qS(F),Ct=new C1(F,M),q=new G1(F,M,ke,Ct),dt=new q1(F,q,M,Ct,ke),rt=new X1(F,fe,te),st=new I1(Zt),at=new oT(N,I,qt,fe,Ct,st),Mt=new AT(N,Zt),Tt=new cT,nt=new mT(qt),B=new A1(N,I,Et,dt,p,l),gt=new vT(N,dt,fe),Kt=new CT(F,ke,fe,Et),it=new R1(F,qt,ke),Rt=new H1(F,qt,ke),ke.programs=at.programs,N.capabilities=fe,N.extensions=qt,N.properties=Zt,N.renderLists=Tt,N.shadowMap=gt,N.state=Et,N.info=ke}_!==mi&&(k=new Y1(_,e.width,e.height,a,s,r));let ut=new kp(N,F);this.xr=ut,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let E=qt.get("WEBGL_lose_context");E&&E.loseContext()},this.forceContextRestore=function(){let E=qt.get("WEBGL_lose_context");E&&E.restoreContext()},this.getPixelRatio=function(){return wt},this.setPixelRatio=function(E){E!==void 0&&(wt=E,this.setSize(yt,Lt,!1))},this.getSize=function(E){return E.set(yt,Lt)},this.setSize=function(E,z,K=!0){if(ut.isPresenting){ne("WebGLRenderer: Can't change size while VR device is presenting.");return}yt=E,Lt=z,e.width=Math.floor(E*wt),e.height=Math.floor(z*wt),K===!0&&(e.style.width=E+"px",e.style.height=z+"px"),k!==null&&k.setSize(e.width,e.height),this.setViewport(0,0,E,z)},this.getDrawingBufferSize=function(E){return E.set(yt*wt,Lt*wt).floor()},this.setDrawingBufferSize=function(E,z,K){yt=E,Lt=z,wt=K,e.width=Math.floor(E*K),e.height=Math.floor(z*K),this.setViewport(0,0,E,z)},this.setEffects=function(E){if(_===mi){he("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(E){for(let z=0;z<E.length;z++)if(E[z].isOutputPass===!0){ne("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}k.setEffects(E||[])},this.getCurrentViewport=function(E){return E.copy(et)},this.getViewport=function(E){return E.copy(Jt)},this.setViewport=function(E,z,K,Y){E.isVector4?Jt.set(E.x,E.y,E.z,E.w):Jt.set(E,z,K,Y),Et.viewport(et.copy(Jt).multiplyScalar(we()).round())},this.getScissor=function(E){return E.copy(le)},this.setScissor=function(E,z,K,Y){E.isVector4?le.set(E.x,E.y,E.z,E.w):le.set(E,z,K,Y),Et.scissor(pt.copy(le).multiplyScalar(we()).round())},this.getScissorTest=function(){return oe},this.setScissorTest=function(E){Et.setScissorTest(oe=E)},this.setOpaqueSort=function(E){Gt=E},this.setTransparentSort=function(E){ae=E},this.getClearColor=function(E){return E.copy(B.getClearColor())},this.setClearColor=function(){B.setClearColor(...arguments)},this.getClearAlpha=function(){return B.getClearAlpha()},this.setClearAlpha=function(){B.setClearAlpha(...arguments)},this.clear=function(E=!0,z=!0,K=!0){let Y=0;if(E){let Z=!1;if(ct!==null){let Pt=ct.texture.format;Z=g.has(Pt)}if(Z){let Pt=ct.texture.type,Ut=m.has(Pt),It=B.getClearColor(),Ft=B.getClearAlpha(),jt=It.r,pe=It.g,Ae=It.b;Ut?(v[0]=jt,v[1]=pe,v[2]=Ae,v[3]=Ft,F.clearBufferuiv(F.COLOR,0,v)):(C[0]=jt,C[1]=pe,C[2]=Ae,C[3]=Ft,F.clearBufferiv(F.COLOR,0,C))}else Y|=F.COLOR_BUFFER_BIT}z&&(Y|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(Y|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&F.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(E){E.setRenderer(this),H=E},this.dispose=function(){e.removeEventListener("webglcontextlost",$t,!1),e.removeEventListener("webglcontextrestored",de,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),B.dispose(),Tt.dispose(),nt.dispose(),te.dispose(),Zt.dispose(),I.dispose(),dt.dispose(),q.dispose(),Ct.dispose(),Kt.dispose(),at.dispose(),ut.dispose(),ut.removeEventListener("sessionstart",nc),ut.removeEventListener("sessionend",rs),Ts.stop()};function $t(E){E.preventDefault(),$a("WebGLRenderer: Context Lost."),D=!0}function de(){$a("WebGLRenderer: Context Restored."),D=!1;let E=ke.autoReset,z=gt.enabled,K=gt.autoUpdate,Y=gt.needsUpdate,Z=gt.type;ue(),ke.autoReset=E,gt.enabled=z,gt.autoUpdate=K,gt.needsUpdate=Y,gt.type=Z}function Nt(E){he("WebGLRenderer: A WebGL context could not be created. Reason: ",E.statusMessage)}function Me(E){let z=E.target;z.removeEventListener("dispose",Me),Ke(z)}function Ke(E){ni(E),Zt.remove(E)}function ni(E){let z=Zt.get(E).programs;z!==void 0&&(z.forEach(function(K){at.releaseProgram(K)}),E.isShaderMaterial&&at.releaseShaderCache(E))}this.renderBufferDirect=function(E,z,K,Y,Z,Pt){z===null&&(z=be);let Ut=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,It=wa(E,z,K,Y,Z);Et.setMaterial(Y,Ut);let Ft=K.index,jt=1;if(Y.wireframe===!0){if(Ft=q.getWireframeAttribute(K),Ft===void 0)return;jt=2}let pe=K.drawRange,Ae=K.attributes.position,Yt=pe.start*jt,Ce=(pe.start+pe.count)*jt;Pt!==null&&(Yt=Math.max(Yt,Pt.start*jt),Ce=Math.min(Ce,(Pt.start+Pt.count)*jt)),Ft!==null?(Yt=Math.max(Yt,0),Ce=Math.min(Ce,Ft.count)):Ae!=null&&(Yt=Math.max(Yt,0),Ce=Math.min(Ce,Ae.count));let an=Ce-Yt;if(an<0||an===1/0)return;Ct.setup(Z,Y,It,K,Ft);let He,We=it;if(Ft!==null&&(He=M.get(Ft),We=Rt,We.setIndex(He)),Z.isMesh)Y.wireframe===!0?(Et.setLineWidth(Y.wireframeLinewidth*we()),We.setMode(F.LINES)):We.setMode(F.TRIANGLES);else if(Z.isLine){let En=Y.linewidth;En===void 0&&(En=1),Et.setLineWidth(En*we()),Z.isLineSegments?We.setMode(F.LINES):Z.isLineLoop?We.setMode(F.LINE_LOOP):We.setMode(F.LINE_STRIP)}else Z.isPoints?We.setMode(F.POINTS):Z.isSprite&&We.setMode(F.TRIANGLES);if(Z.isBatchedMesh)if(qt.get("WEBGL_multi_draw"))We.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let En=Z._multiDrawStarts,Ht=Z._multiDrawCounts,_n=Z._multiDrawCount,Ie=Ft?M.get(Ft).bytesPerElement:1,Cs=Zt.get(Y).currentProgram.getUniforms();for(let xn=0;xn<_n;xn++)Cs.setValue(F,"_gl_DrawID",xn),We.render(En[xn]/Ie,Ht[xn])}else if(Z.isInstancedMesh)We.renderInstances(Yt,an,Z.count);else if(K.isInstancedBufferGeometry){let En=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Ht=Math.min(K.instanceCount,En);We.renderInstances(Yt,an,Ht)}else We.render(Yt,an)};function ba(E,z,K,Y){H!==null&&E.isNodeMaterial&&H.setObject(Y,E),xt===!0&&st.setState(E,K,!1),E.transparent===!0&&E.side===Mn&&E.forceSinglePass===!1?(E.side=An,E.needsUpdate=!0,os(E,z,Y),E.side=xs,E.needsUpdate=!0,os(E,z,Y),E.side=Mn):os(E,z,Y)}this.compile=function(E,z,K=null){K===null&&(K=E),H!==null&&H.renderStart(E,z,K),R=nt.get(K),R.init(z),A.push(R),K.traverseVisible(function(Z){Z.isLight&&Z.layers.test(z.layers)&&(R.pushLight(Z),Z.castShadow&&R.pushShadow(Z))}),E!==K&&E.traverseVisible(function(Z){Z.isLight&&Z.layers.test(z.layers)&&(R.pushLight(Z),Z.castShadow&&R.pushShadow(Z))}),R.setupLights(),H!==null&&H.updateLights(R.state.lightsArray),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),xt===!0&&st.setGlobalState(this.clippingPlanes,z),H!==null&&gt.render(R.state.shadowsArray,K,z);let Y=new Set;return E.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Pt=Z.material;if(Pt)if(Array.isArray(Pt))for(let Ut=0;Ut<Pt.length;Ut++){let It=Pt[Ut];ba(It,K,z,Z),Y.add(It)}else ba(Pt,K,z,Z),Y.add(Pt)}),R=A.pop(),H!==null&&H.renderEnd(),Y},this.compileAsync=function(E,z,K=null){let Y=this.compile(E,z,K);return new Promise(Z=>{function Pt(){if(Y.forEach(function(Ut){let Ft=Zt.get(Ut).currentProgram;(Ft===void 0||Ft.isReady())&&Y.delete(Ut)}),Y.size===0){Z(E);return}setTimeout(Pt,10)}qt.get("KHR_parallel_shader_compile")!==null?Pt():setTimeout(Pt,10)})};let io=null;function Qd(E){io&&io(E)}function nc(){Ts.stop()}function rs(){Ts.start()}let Ts=new m_;Ts.setAnimationLoop(Qd),typeof self<"u"&&Ts.setContext(self),this.setAnimationLoop=function(E){io=E,ut.setAnimationLoop(E),E===null?Ts.stop():Ts.start()},ut.addEventListener("sessionstart",nc),ut.addEventListener("sessionend",rs),this.render=function(E,z){if(z!==void 0&&z.isCamera!==!0){he("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;H!==null&&H.renderStart(E,z);let K=ut.enabled===!0&&ut.isPresenting===!0,Y=k!==null&&(ct===null||K)&&k.begin(N,ct);if(E.matrixWorldAutoUpdate===!0&&E.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),ut.enabled===!0&&ut.isPresenting===!0&&(k===null||k.isCompositing()===!1)&&(ut.cameraAutoUpdate===!0&&ut.updateCamera(z),z=ut.getCamera()),E.isScene===!0&&E.onBeforeRender(N,E,z,ct),R=nt.get(E,A.length),R.init(z),R.state.textureUnits=te.getTextureUnits(),A.push(R),Dt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?vt.setFromArrayCamera(z):ot.setFromProjectionMatrix(Dt,Fi,z.reversedDepth),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),P=Tt.get(E,x.length),P.init(),x.push(P),this.info.render.frame++,ut.enabled===!0&&ut.isPresenting===!0){let Ut=N.xr.getDepthSensingMesh();Ut!==null&&As(Ut,z,-1/0,N.sortObjects)}As(E,z,0,N.sortObjects),P.finish(),H!==null&&H.updateLights(R.state.lightsArray),N.sortObjects===!0&&P.sort(Gt,ae),ge=ut.enabled===!1||ut.isPresenting===!1||ut.hasDepthSensing()===!1,ge&&B.addToRenderList(P,E),this.info.autoReset===!0&&this.info.reset(),xt===!0&&st.beginShadows();let Z=R.state.shadowsArray;if(gt.render(Z,E,z),xt===!0&&st.endShadows(),(Y&&k.hasRenderPass())===!1){let Ut=P.opaque,It=P.transmissive;if(R.setupLights(),z.isArrayCamera){let Ft=z.cameras;if(It.length>0)for(let jt=0,pe=Ft.length;jt<pe;jt++){let Ae=Ft[jt];Hi(Ut,It,E,Ae)}ge&&B.render(E);for(let jt=0,pe=Ft.length;jt<pe;jt++){let Ae=Ft[jt];Sa(P,E,Ae,Ae.viewport)}}else It.length>0&&Hi(Ut,It,E,z),ge&&B.render(E),Sa(P,E,z)}ct!==null&&V===0&&(te.updateMultisampleRenderTarget(ct),te.updateRenderTargetMipmap(ct)),Y&&k.end(N),E.isScene===!0&&E.onAfterRender(N,E,z),Ct.resetDefaultState(),j=-1,Q=null,A.pop(),A.length>0?(R=A[A.length-1],te.setTextureUnits(R.state.textureUnits),xt===!0&&st.setGlobalState(N.clippingPlanes,R.state.camera)):R=null,x.pop(),x.length>0?P=x[x.length-1]:P=null,H!==null&&H.renderEnd()};function As(E,z,K,Y){if(E.visible===!1)return;if(E.layers.test(z.layers)){if(E.isGroup)K=E.renderOrder;else if(E.isLOD)E.autoUpdate===!0&&E.update(z);else if(E.isLight)R.pushLight(E),E.castShadow&&R.pushShadow(E);else if(E.isSprite){let Ut=z.isArrayCamera?vt:ot;if(!E.frustumCulled||E.intersectsFrustum(Ut)){Y&&kt.setFromMatrixPosition(E.matrixWorld).applyMatrix4(Dt);let It=dt.update(E),Ft=E.material;Ft.visible&&P.push(E,It,Ft,K,kt.z,null,z)}}else if(E.isMesh||E.isLine||E.isPoints){let Ut=z.isArrayCamera?vt:ot;if(!E.frustumCulled||E.intersectsFrustum(Ut)){let It=dt.update(E),Ft=E.material;if(Y&&(E.boundingSphere!==void 0?(E.boundingSphere===null&&E.computeBoundingSphere(),kt.copy(E.boundingSphere.center)):(It.boundingSphere===null&&It.computeBoundingSphere(),kt.copy(It.boundingSphere.center)),kt.applyMatrix4(E.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ft)){let jt=It.groups;for(let pe=0,Ae=jt.length;pe<Ae;pe++){let Yt=jt[pe],Ce=Ft[Yt.materialIndex];Ce&&Ce.visible&&P.push(E,It,Ce,K,kt.z,Yt,z)}}else Ft.visible&&P.push(E,It,Ft,K,kt.z,null,z)}}}let Pt=E.children;for(let Ut=0,It=Pt.length;Ut<It;Ut++)As(Pt[Ut],z,K,Y)}function Sa(E,z,K,Y){let{opaque:Z,transmissive:Pt,transparent:Ut}=E;R.setupLightsView(K),xt===!0&&st.setGlobalState(N.clippingPlanes,K),Y&&Et.viewport(et.copy(Y)),Z.length>0&&un(Z,z,K),Pt.length>0&&un(Pt,z,K),Ut.length>0&&un(Ut,z,K),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function Hi(E,z,K,Y){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(R.state.transmissionRenderTarget[Y.id]===void 0){let Yt=qt.has("EXT_color_buffer_half_float")||qt.has("EXT_color_buffer_float");R.state.transmissionRenderTarget[Y.id]=new Ti(1,1,{generateMipmaps:!0,type:Yt?Ki:mi,minFilter:di,samples:Math.max(4,fe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Le.workingColorSpace})}let Pt=R.state.transmissionRenderTarget[Y.id],Ut=Y.viewport||et;Pt.setSize(Ut.z*N.transmissionResolutionScale,Ut.w*N.transmissionResolutionScale);let It=N.getRenderTarget(),Ft=N.getActiveCubeFace(),jt=N.getActiveMipmapLevel();N.setRenderTarget(Pt),N.getClearColor(tt),_t=N.getClearAlpha(),_t<1&&N.setClearColor(16777215,.5),N.clear(),ge&&B.render(K);let pe=N.toneMapping;N.toneMapping=ys;let Ae=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),R.setupLightsView(Y),xt===!0&&st.setGlobalState(N.clippingPlanes,Y),un(E,K,Y),te.updateMultisampleRenderTarget(Pt),te.updateRenderTargetMipmap(Pt),qt.has("WEBGL_multisampled_render_to_texture")===!1){let Yt=!1;for(let Ce=0,an=z.length;Ce<an;Ce++){let He=z[Ce],{object:We,geometry:En,material:Ht,group:_n}=He;if(Ht.side===Mn&&We.layers.test(Y.layers)){let Ie=Ht.side;Ht.side=An,Ht.needsUpdate=!0,mn(We,K,Y,En,Ht,_n),Ht.side=Ie,Ht.needsUpdate=!0,Yt=!0}}Yt===!0&&(te.updateMultisampleRenderTarget(Pt),te.updateRenderTargetMipmap(Pt))}N.setRenderTarget(It,Ft,jt),N.setClearColor(tt,_t),Ae!==void 0&&(Y.viewport=Ae),N.toneMapping=pe}function un(E,z,K){let Y=z.isScene===!0?z.overrideMaterial:null;for(let Z=0,Pt=E.length;Z<Pt;Z++){let Ut=E[Z],{object:It,geometry:Ft,group:jt}=Ut,pe=Ut.material;pe.allowOverride===!0&&Y!==null&&(pe=Y),It.layers.test(K.layers)&&mn(It,z,K,Ft,pe,jt)}}function mn(E,z,K,Y,Z,Pt){H!==null&&Z.isNodeMaterial&&H.setObject(E,Z),E.onBeforeRender(N,z,K,Y,Z,Pt),E.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,E.matrixWorld),E.normalMatrix.getNormalMatrix(E.modelViewMatrix),Z.onBeforeRender(N,z,K,Y,E,Pt),Z.transparent===!0&&Z.side===Mn&&Z.forceSinglePass===!1?(Z.side=An,Z.needsUpdate=!0,N.renderBufferDirect(K,z,Y,Z,E,Pt),Z.side=xs,Z.needsUpdate=!0,N.renderBufferDirect(K,z,Y,Z,E,Pt),Z.side=Mn):N.renderBufferDirect(K,z,Y,Z,E,Pt),E.onAfterRender(N,z,K,Y,Z,Pt)}function gn(E){let z=0;for(let K of E)K.texture!==null&&z++;return z}function os(E,z,K){z.isScene!==!0&&(z=be);let Y=Zt.get(E),Z=R.state.lights,Pt=R.state.shadowsArray,Ut=Z.state.version,It=at.getParameters(E,Z.state,Pt,z,K,R.state.lightProbeGridArray),Ft=at.getProgramCacheKey(It),jt=Y.programs;Y.environment=E.isMeshStandardMaterial||E.isMeshLambertMaterial||E.isMeshPhongMaterial?z.environment:null,Y.fog=z.fog;let pe=E.isMeshStandardMaterial||E.isMeshLambertMaterial&&!E.envMap||E.isMeshPhongMaterial&&!E.envMap;Y.envMap=I.get(E.envMap||Y.environment,pe),Y.envMapRotation=Y.environment!==null&&E.envMap===null?z.environmentRotation:E.envMapRotation,jt===void 0&&(E.addEventListener("dispose",Me),jt=new Map,Y.programs=jt,Y.programVariants=new Map);let Ae=jt.get(Ft);if(Ae!==void 0){if(Y.currentProgram===Ae&&Y.lightsStateVersion===Ut)return Ma(E,It),Ae}else It.uniforms=at.getUniforms(E),H!==null&&E.isNodeMaterial&&H.build(E,K,It),E.onBeforeCompile(It,N),Ae=at.acquireProgram(It,Ft),jt.set(Ft,Ae),Y.uniforms=It.uniforms;let Yt=Y.uniforms;return(!E.isShaderMaterial&&!E.isRawShaderMaterial||E.clipping===!0)&&(Yt.clippingPlanes=st.uniform),Ma(E,It),Y.needsLights=er(E),Y.lightsStateVersion=Ut,Y.needsLights&&(Yt.ambientLightColor.value=Z.state.ambient,Yt.lightProbe.value=Z.state.probe,Yt.sunLights.value=Z.state.sun,Yt.sunLightShadows.value=Z.state.sunShadow,Yt.directionalLights.value=Z.state.directional,Yt.directionalLightShadows.value=Z.state.directionalShadow,Yt.spotLights.value=Z.state.spot,Yt.spotLightShadows.value=Z.state.spotShadow,Yt.rectAreaLights.value=Z.state.rectArea,Yt.ltc_1.value=Z.state.rectAreaLTC1,Yt.ltc_2.value=Z.state.rectAreaLTC2,Yt.pointLights.value=Z.state.point,Yt.pointLightShadows.value=Z.state.pointShadow,Yt.hemisphereLights.value=Z.state.hemi,Yt.sunShadowMatrix.value=Z.state.sunShadowMatrix,Yt.sunShadowCascade.value=Z.state.sunShadowCascade,Yt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Yt.spotLightMatrix.value=Z.state.spotLightMatrix,Yt.spotLightMap.value=Z.state.spotLightMap,Yt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=gn(R.state.lightProbeGridArray),Y.currentProgram=Ae,Y.uniformsList=null,Ae}function xi(E,z,K,Y,Z){let Pt=Zt.get(E),Ut=Pt.currentProgram.id+","+Y+","+Z,It=Pt.programVariants.get(Ut);return It===void 0?(It=os(E,z,K),Pt.programVariants.set(Ut,It)):(Pt.currentProgram=It,Pt.uniformsList=null,Pt.outputColorSpace=Y,Pt.toneMapping=Z),It}function tr(E){if(E.uniformsList===null){let z=E.currentProgram.getUniforms();E.uniformsList=Ko.seqWithValue(z.seq,E.uniforms)}return E.uniformsList}function Ma(E,z){let K=Zt.get(E);K.outputColorSpace=z.outputColorSpace,K.batching=z.batching,K.batchingColor=z.batchingColor,K.instancing=z.instancing,K.instancingColor=z.instancingColor,K.instancingMorph=z.instancingMorph,K.skinning=z.skinning,K.morphTargets=z.morphTargets,K.morphNormals=z.morphNormals,K.morphColors=z.morphColors,K.morphTargetsCount=z.morphTargetsCount,K.numClippingPlanes=z.numClippingPlanes,K.numIntersection=z.numClipIntersection,K.vertexAlphas=z.vertexAlphas,K.vertexTangents=z.vertexTangents,K.toneMapping=z.toneMapping}function wa(E,z,K,Y,Z){z.isScene!==!0&&(z=be),te.resetTextureUnits();let Pt=z.fog,Ut=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?z.environment:null,It=ct===null?N.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:Le.workingColorSpace,Ft=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,jt=I.get(Y.envMap||Ut,Ft),pe=Y.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,Ae=!!K.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Yt=!!K.morphAttributes.position,Ce=!!K.morphAttributes.normal,an=!!K.morphAttributes.color,He=ys;Y.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(He=N.toneMapping);let We=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,En=We!==void 0?We.length:0,Ht=Zt.get(Y),_n=R.state.lights;if(xt===!0&&(Bt===!0||E!==Q)){let Xe=E===Q&&Y.id===j;st.setState(Y,E,Xe)}let Ie=!1,Cs=!1;Y.version===Ht.__version?Ht.needsLights&&Ht.lightsStateVersion!==_n.state.version||Z.isBatchedMesh&&Ht.batching===!1||!Z.isBatchedMesh&&Ht.batching===!0||Z.isBatchedMesh&&Ht.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ht.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ht.instancing===!1||!Z.isInstancedMesh&&Ht.instancing===!0||Z.isSkinnedMesh&&Ht.skinning===!1||!Z.isSkinnedMesh&&Ht.skinning===!0||Z.isInstancedMesh&&Ht.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ht.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ht.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ht.instancingMorph===!1&&Z.morphTexture!==null||Ht.envMap!==jt||Y.fog===!0&&Ht.fog!==Pt||Ht.numClippingPlanes!==void 0&&(Ht.numClippingPlanes!==st.numPlanes||Ht.numIntersection!==st.numIntersection)||Ht.vertexAlphas!==pe||Ht.vertexTangents!==Ae||Ht.morphTargets!==Yt||Ht.morphNormals!==Ce||Ht.morphColors!==an||Ht.morphTargetsCount!==En||Ht.numLightProbeGrids!==gn(R.state.lightProbeGridArray)?Ie=!0:(Ht.outputColorSpace!==It||Ht.toneMapping!==He)&&(Cs=!0):(Ie=!0,Ht.__version=Y.version);let xn=Ht.currentProgram;(Ie===!0||Cs===!0)&&(xn=Cs===!0?xi(Y,z,Z,It,He):os(Y,z,Z),H&&Y.isNodeMaterial&&H.onUpdateProgram(Y,xn,Ht));let oo=!1,as=!1,Rs=!1,Ee=xn.getUniforms(),dn=Ht.uniforms;if(Et.useProgram(xn.program)&&(oo=!0,as=!0,Rs=!0),Y.id!==j&&(j=Y.id,as=!0),oo||Q!==E){Et.buffers.depth.getReversed()&&E.reversedDepth!==!0&&(E._reversedDepth=!0,E.updateProjectionMatrix()),Ee.setValue(F,"projectionMatrix",E.projectionMatrix),Ee.setValue(F,"viewMatrix",E.matrixWorldInverse);let yn=Ee.map.cameraPosition;yn!==void 0&&yn.setValue(F,se.setFromMatrixPosition(E.matrixWorld)),fe.logarithmicDepthBuffer&&Ee.setValue(F,"logDepthBufFC",2/(Math.log(E.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&Ee.setValue(F,"isOrthographic",E.isOrthographicCamera===!0),Q!==E&&(Q=E,as=!0,Rs=!0)}if(Ht.needsLights&&(_n.state.sunShadowMap.length>0&&Ee.setValue(F,"sunShadowMap",_n.state.sunShadowMap,te),_n.state.directionalShadowMap.length>0&&Ee.setValue(F,"directionalShadowMap",_n.state.directionalShadowMap,te),_n.state.spotShadowMap.length>0&&Ee.setValue(F,"spotShadowMap",_n.state.spotShadowMap,te),_n.state.pointShadowMap.length>0&&Ee.setValue(F,"pointShadowMap",_n.state.pointShadowMap,te)),Z.isSkinnedMesh){Ee.setOptional(F,Z,"bindMatrix"),Ee.setOptional(F,Z,"bindMatrixInverse");let Xe=Z.skeleton;Xe&&(Xe.boneTexture===null&&Xe.computeBoneTexture(),Ee.setValue(F,"boneTexture",Xe.boneTexture,te))}Z.isBatchedMesh&&(Ee.setOptional(F,Z,"batchingTexture"),Ee.setValue(F,"batchingTexture",Z._matricesTexture,te),Ee.setOptional(F,Z,"batchingIdTexture"),Ee.setValue(F,"batchingIdTexture",Z._indirectTexture,te),Ee.setOptional(F,Z,"batchingColorTexture"),Z._colorsTexture!==null&&Ee.setValue(F,"batchingColorTexture",Z._colorsTexture,te));let ii=K.morphAttributes;if((ii.position!==void 0||ii.normal!==void 0||ii.color!==void 0)&&rt.update(Z,K,xn),(as||Ht.receiveShadow!==Z.receiveShadow)&&(Ht.receiveShadow=Z.receiveShadow,Ee.setValue(F,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&z.environment!==null&&(dn.envMapIntensity.value=z.environmentIntensity),dn.dfgLUT!==void 0&&(dn.dfgLUT.value=PT()),as){if(Ee.setValue(F,"toneMappingExposure",N.toneMappingExposure),Ht.needsLights&&so(dn,Rs),Pt&&Y.fog===!0&&Mt.refreshFogUniforms(dn,Pt),Mt.refreshMaterialUniforms(dn,Y,wt,Lt,R.state.transmissionRenderTarget[E.id]),Ht.needsLights&&Ht.numLightProbeGrids>0){let Xe=S,yn=0;for(let $n of R.state.lightProbeGridArray)$n.texture!==null&&(Xe.textures[yn]=$n.texture,Xe.min[yn]=$n.boundingBox.min,Xe.max[yn]=$n.boundingBox.max,Xe.resolution[yn]=$n.resolution,yn++);for(let $n in Xe)Xe[$n].length=yn;dn.probesSH.value=Xe.textures,dn.probesMin.value=Xe.min,dn.probesMax.value=Xe.max,dn.probesResolution.value=Xe.resolution}Ko.upload(F,tr(Ht),dn,te)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(Ko.upload(F,tr(Ht),dn,te),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&Ee.setValue(F,"center",Z.center),Ee.setValue(F,"modelViewMatrix",Z.modelViewMatrix),Ee.setValue(F,"normalMatrix",Z.normalMatrix),Ee.setValue(F,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Xe=Y.uniformsGroups;for(let yn=0,$n=Xe.length;yn<$n;yn++){let ic=Xe[yn];Kt.update(ic,xn),Kt.bind(ic,xn)}}return xn}function so(E,z){E.ambientLightColor.needsUpdate=z,E.lightProbe.needsUpdate=z,E.sunLights.needsUpdate=z,E.sunLightShadows.needsUpdate=z,E.directionalLights.needsUpdate=z,E.directionalLightShadows.needsUpdate=z,E.pointLights.needsUpdate=z,E.pointLightShadows.needsUpdate=z,E.spotLights.needsUpdate=z,E.spotLightShadows.needsUpdate=z,E.rectAreaLights.needsUpdate=z,E.hemisphereLights.needsUpdate=z}function er(E){return E.isMeshLambertMaterial||E.isMeshToonMaterial||E.isMeshPhongMaterial||E.isMeshStandardMaterial||E.isShadowMaterial||E.isShaderMaterial&&E.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(E,z,K){let Y=Zt.get(E);Y.__autoAllocateDepthBuffer=E.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Zt.get(E.texture).__webglTexture=z,Zt.get(E.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:K,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(E,z){let K=Zt.get(E);K.__webglFramebuffer=z,K.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(E,z=0,K=0){ct=E,$=z,V=K;let Y=null,Z=!1,Pt=!1;if(E){let It=Zt.get(E);if(It.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(F.FRAMEBUFFER,It.__webglFramebuffer),et.copy(E.viewport),pt.copy(E.scissor),ht=E.scissorTest,Et.viewport(et),Et.scissor(pt),Et.setScissorTest(ht),j=-1;return}else if(It.__webglFramebuffer===void 0)te.setupRenderTarget(E);else if(It.__hasExternalTextures)te.rebindTextures(E,Zt.get(E.texture).__webglTexture,Zt.get(E.depthTexture).__webglTexture);else if(E.depthBuffer){let pe=E.depthTexture;if(It.__boundDepthTexture!==pe){if(pe!==null&&Zt.has(pe)&&(E.width!==pe.image.width||E.height!==pe.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");te.setupDepthRenderbuffer(E)}}let Ft=E.texture;(Ft.isData3DTexture||Ft.isDataArrayTexture||Ft.isCompressedArrayTexture)&&(Pt=!0);let jt=Zt.get(E).__webglFramebuffer;E.isWebGLCubeRenderTarget?(Array.isArray(jt[z])?Y=jt[z][K]:Y=jt[z],Z=!0):E.samples>0&&te.useMultisampledRTT(E)===!1?Y=Zt.get(E).__webglMultisampledFramebuffer:Array.isArray(jt)?Y=jt[K]:Y=jt,et.copy(E.viewport),pt.copy(E.scissor),ht=E.scissorTest}else et.copy(Jt).multiplyScalar(wt).floor(),pt.copy(le).multiplyScalar(wt).floor(),ht=oe;if(K!==0&&(Y=X),Et.bindFramebuffer(F.FRAMEBUFFER,Y)&&Et.drawBuffers(E,Y),Et.viewport(et),Et.scissor(pt),Et.setScissorTest(ht),Z){let It=Zt.get(E.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+z,It.__webglTexture,K)}else if(Pt){let It=z;for(let Ft=0;Ft<E.textures.length;Ft++){let jt=Zt.get(E.textures[Ft]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ft,jt.__webglTexture,K,It)}}else if(E!==null&&K!==0){let It=Zt.get(E.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,It.__webglTexture,K)}j=-1};function ro(E){let z=Zt.get(E);return(z.__readFormat!==E.format||z.__readType!==E.type)&&(z.__readFormat=E.format,z.__readType=E.type,z.__formatReadable=fe.textureFormatReadable(E.format),z.__typeReadable=fe.textureTypeReadable(E.type)),z}this.readRenderTargetPixels=function(E,z,K,Y,Z,Pt,Ut,It=0){if(!(E&&E.isWebGLRenderTarget)){he("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ft=Zt.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Ut!==void 0&&(Ft=Ft[Ut],Array.isArray(Ft)&&(Ft=Ft[0])),Ft){Et.bindFramebuffer(F.FRAMEBUFFER,Ft);try{let jt=E.textures[It],pe=jt.format,Ae=jt.type;E.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=ro(jt);if(Yt.__formatReadable===!1){he("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Yt.__typeReadable===!1){he("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=E.width-Y&&K>=0&&K<=E.height-Z&&F.readPixels(z,K,Y,Z,bt.convert(pe),bt.convert(Ae),Pt)}finally{let jt=ct!==null?Zt.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,jt)}}},this.readRenderTargetPixelsAsync=async function(E,z,K,Y,Z,Pt,Ut,It=0){if(!(E&&E.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ft=Zt.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Ut!==void 0&&(Ft=Ft[Ut],Array.isArray(Ft)&&(Ft=Ft[0])),Ft)if(z>=0&&z<=E.width-Y&&K>=0&&K<=E.height-Z){Et.bindFramebuffer(F.FRAMEBUFFER,Ft);let jt=E.textures[It],pe=jt.format,Ae=jt.type;E.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=ro(jt);if(Yt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Yt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Ce=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,Ce),F.bufferData(F.PIXEL_PACK_BUFFER,Pt.byteLength,F.STREAM_READ),F.readPixels(z,K,Y,Z,bt.convert(pe),bt.convert(Ae),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let an=ct!==null?Zt.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,an);let He=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await k0(F,He,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,Ce),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Pt),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(Ce),F.deleteSync(He),Pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(E,z=null,K=0){let Y=Math.pow(2,-K),Z=Math.floor(E.image.width*Y),Pt=Math.floor(E.image.height*Y),Ut=z!==null?z.x:0,It=z!==null?z.y:0;te.setTexture2D(E,0),F.copyTexSubImage2D(F.TEXTURE_2D,K,0,0,Ut,It,Z,Pt),Et.unbindTexture()},this.copyTextureToTexture=function(E,z,K=null,Y=null,Z=0,Pt=0){let Ut,It,Ft,jt,pe,Ae,Yt,Ce,an,He=E.isCompressedTexture?E.mipmaps[Pt]:E.image;if(K!==null)Ut=K.max.x-K.min.x,It=K.max.y-K.min.y,Ft=K.isBox3?K.max.z-K.min.z:1,jt=K.min.x,pe=K.min.y,Ae=K.isBox3?K.min.z:0;else{let Ee=Math.pow(2,-Z);Ut=Math.floor(He.width*Ee),It=Math.floor(He.height*Ee),E.isDataArrayTexture?Ft=He.depth:E.isData3DTexture?Ft=Math.floor(He.depth*Ee):Ft=1,jt=0,pe=0,Ae=0}Y!==null?(Yt=Y.x,Ce=Y.y,an=Y.z):(Yt=0,Ce=0,an=0);let We=bt.convert(z.format),En=bt.convert(z.type),Ht;z.isData3DTexture?(te.setTexture3D(z,0),Ht=F.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(te.setTexture2DArray(z,0),Ht=F.TEXTURE_2D_ARRAY):(te.setTexture2D(z,0),Ht=F.TEXTURE_2D),Et.activeTexture(F.TEXTURE0),Et.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,z.flipY),Et.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),Et.pixelStorei(F.UNPACK_ALIGNMENT,z.unpackAlignment);let _n=Et.getParameter(F.UNPACK_ROW_LENGTH),Ie=Et.getParameter(F.UNPACK_IMAGE_HEIGHT),Cs=Et.getParameter(F.UNPACK_SKIP_PIXELS),xn=Et.getParameter(F.UNPACK_SKIP_ROWS),oo=Et.getParameter(F.UNPACK_SKIP_IMAGES);Et.pixelStorei(F.UNPACK_ROW_LENGTH,He.width),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,He.height),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,jt),Et.pixelStorei(F.UNPACK_SKIP_ROWS,pe),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Ae);let as=E.isDataArrayTexture||E.isData3DTexture,Rs=z.isDataArrayTexture||z.isData3DTexture;if(E.isDepthTexture){let Ee=Zt.get(E),dn=Zt.get(z),ii=Zt.get(Ee.__renderTarget),Xe=Zt.get(dn.__renderTarget);Et.bindFramebuffer(F.READ_FRAMEBUFFER,ii.__webglFramebuffer),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,Xe.__webglFramebuffer);for(let yn=0;yn<Ft;yn++)as&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.get(E).__webglTexture,Z,Ae+yn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.get(z).__webglTexture,Pt,an+yn)),F.blitFramebuffer(jt,pe,jt+Ut,pe+It,Yt,Ce,Yt+Ut,Ce+It,F.DEPTH_BUFFER_BIT,F.NEAREST);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(Z!==0||E.isRenderTargetTexture||Zt.has(E)){let Ee=Zt.get(E),dn=Zt.get(z);Et.bindFramebuffer(F.READ_FRAMEBUFFER,O),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,G);for(let ii=0;ii<Ft;ii++)as?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ee.__webglTexture,Z,Ae+ii):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Ee.__webglTexture,Z),Rs?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,dn.__webglTexture,Pt,an+ii):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,dn.__webglTexture,Pt),Z!==0?F.blitFramebuffer(jt,pe,jt+Ut,pe+It,Yt,Ce,Yt+Ut,Ce+It,F.COLOR_BUFFER_BIT,F.NEAREST):Rs?F.copyTexSubImage3D(Ht,Pt,Yt,Ce,an+ii,jt,pe,Ut,It):F.copyTexSubImage2D(Ht,Pt,Yt,Ce,jt,pe,Ut,It);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else Rs?E.isDataTexture||E.isData3DTexture?F.texSubImage3D(Ht,Pt,Yt,Ce,an,Ut,It,Ft,We,En,He.data):z.isCompressedArrayTexture?F.compressedTexSubImage3D(Ht,Pt,Yt,Ce,an,Ut,It,Ft,We,He.data):F.texSubImage3D(Ht,Pt,Yt,Ce,an,Ut,It,Ft,We,En,He):E.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,Ce,Ut,It,We,En,He.data):E.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Pt,Yt,Ce,He.width,He.height,We,He.data):F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,Ce,Ut,It,We,En,He);Et.pixelStorei(F.UNPACK_ROW_LENGTH,_n),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ie),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,Cs),Et.pixelStorei(F.UNPACK_SKIP_ROWS,xn),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,oo),Pt===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&F.generateMipmap(Ht),Et.unbindTexture()},this.initRenderTarget=function(E){Zt.get(E).__webglFramebuffer===void 0&&te.setupRenderTarget(E)},this.initTexture=function(E){E.isCubeTexture?te.setTextureCube(E,0):E.isData3DTexture?te.setTexture3D(E,0):E.isDataArrayTexture||E.isCompressedArrayTexture?te.setTexture2DArray(E,0):te.setTexture2D(E,0),Et.unbindTexture()},this.resetState=function(){$=0,V=0,ct=null,Et.reset(),Ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Fi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Le._getDrawingBufferColorSpace(t),e.unpackColorSpace=Le._getUnpackColorSpace()}};var T_={type:"change"},Vp={type:"start"},C_={type:"end"},xu=new Vs,A_=new ln,IT=Math.cos(70*Pl.DEG2RAD),Pn=new T,gi=2*Math.PI,Fe={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},zp=1e-6,yu=class extends bl{constructor(t,e=null){super(t,e),this.state=Fe.NONE,this.target=new T,this.cursor=new T,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:yr.ROTATE,MIDDLE:yr.DOLLY,RIGHT:yr.PAN},this.touches={ONE:vr.ROTATE,TWO:vr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new T,this._lastQuaternion=new ve,this._lastTargetPosition=new T,this._quat=new ve().setFromUnitVectors(t.up,new T(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new _s,this._sphericalDelta=new _s,this._scale=1,this._panOffset=new T,this._rotateStart=new ft,this._rotateEnd=new ft,this._rotateDelta=new ft,this._panStart=new ft,this._panEnd=new ft,this._panDelta=new ft,this._dollyStart=new ft,this._dollyEnd=new ft,this._dollyDelta=new ft,this._dollyDirection=new T,this._mouse=new ft,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=DT.bind(this),this._onPointerDown=LT.bind(this),this._onPointerUp=NT.bind(this),this._onContextMenu=VT.bind(this),this._onMouseWheel=FT.bind(this),this._onKeyDown=BT.bind(this),this._onTouchStart=kT.bind(this),this._onTouchMove=zT.bind(this),this._onMouseDown=OT.bind(this),this._onMouseMove=UT.bind(this),this._interceptControlDown=GT.bind(this),this._interceptControlUp=HT.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Fe.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(T_),this.update(),this.state=Fe.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;Pn.copy(e).sub(this.target),Pn.applyQuaternion(this._quat),this._spherical.setFromVector3(Pn),this.autoRotate&&this.state===Fe.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=gi:n>Math.PI&&(n-=gi),s<-Math.PI?s+=gi:s>Math.PI&&(s-=gi),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Pn.setFromSpherical(this._spherical),Pn.applyQuaternion(this._quatInverse),e.copy(this.target).add(Pn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Pn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new T(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new T(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Pn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(xu.origin.copy(this.object.position),xu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(xu.direction))<IT?this.object.lookAt(this.target):(A_.setFromNormalAndCoplanarPoint(this.object.up,this.target),xu.intersectPlane(A_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>zp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>zp||this._lastTargetPosition.distanceToSquared(this.target)>zp?(this.dispatchEvent(T_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?gi/60*this.autoRotateSpeed*t:gi/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){Pn.setFromMatrixColumn(e,0),Pn.multiplyScalar(-t),this._panOffset.add(Pn)}_panUp(t,e){this.screenSpacePanning===!0?Pn.setFromMatrixColumn(e,1):(Pn.setFromMatrixColumn(e,0),Pn.crossVectors(this.object.up,Pn)),Pn.multiplyScalar(t),this._panOffset.add(Pn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Pn.copy(s).sub(this.target);let r=Pn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(gi*this._rotateDelta.x/e.clientHeight),this._rotateUp(gi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(gi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-gi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(gi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-gi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(gi*this._rotateDelta.x/e.clientHeight),this._rotateUp(gi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new ft,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function LT(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function DT(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function NT(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(C_),this.state=Fe.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function OT(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case yr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Fe.DOLLY;break;case yr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Fe.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Fe.ROTATE}break;case yr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Fe.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Fe.PAN}break;default:this.state=Fe.NONE}this.state!==Fe.NONE&&this.dispatchEvent(Vp)}function UT(i){switch(this.state){case Fe.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Fe.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Fe.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function FT(i){this.enabled===!1||this.enableZoom===!1||this.state!==Fe.NONE||(i.preventDefault(),this.dispatchEvent(Vp),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(C_))}function BT(i){this.enabled!==!1&&this._handleKeyDown(i)}function kT(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case vr.ROTATE:if(this.enableRotate===!1){this.state=Fe.NONE;break}this._handleTouchStartRotate(i),this.state=Fe.TOUCH_ROTATE;break;case vr.PAN:if(this.enablePan===!1){this.state=Fe.NONE;break}this._handleTouchStartPan(i),this.state=Fe.TOUCH_PAN;break;default:this.state=Fe.NONE}break;case 2:switch(this.touches.TWO){case vr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Fe.TOUCH_DOLLY_PAN;break;case vr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Fe.TOUCH_DOLLY_ROTATE;break;default:this.state=Fe.NONE}break;default:this.state=Fe.NONE}this.state!==Fe.NONE&&this.dispatchEvent(Vp)}function zT(i){switch(this._trackPointer(i),this.state){case Fe.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Fe.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Fe.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Fe.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Fe.NONE}}function VT(i){this.enabled!==!1&&i.preventDefault()}function GT(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function HT(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var WT={light:{zenith:"#6aa5e0",horizon:"#e6f0f9",below:"#e3e9f0",nadir:"#e1e7ee",above:"#f4f8ff",ground:"#a39c92",intensity:1.35},dark:{zenith:"#0b1422",horizon:"#3a4d68",below:"#1c2531",nadir:"#12181f",above:"#d6dde8",ground:"#3d4149",intensity:1.2}},XT={light:{zenith:"#fbffff",horizon:"#d9f2f3",below:"#a5d6de",nadir:"#5da7b8",above:"#f2fdff",ground:"#93b9c2",intensity:1.5},dark:{zenith:"#4796ac",horizon:"#1c5a70",below:"#0e3445",nadir:"#051a25",above:"#a9dbe8",ground:"#2b5362",intensity:1.5}},R_=[1.6,9],vu=class{#t={zenith:{value:new Wt},horizon:{value:new Wt},below:{value:new Wt},nadir:{value:new Wt},beams:{value:0},time:{value:0}};#e=new ml;#n=null;constructor(t,e=!1){this.submerged=e;let n=new ti({uniforms:this.#t,vertexShader:qT,fragmentShader:$T,side:An,depthTest:!1,depthWrite:!1}),s=new ie(new Qn(1,32,24),n);s.frustumCulled=!1,s.renderOrder=-100,this.#e.position.set(0,0,1),t.add(s,this.#e),e&&(t.fog=this.#n=new Za("#000"))}setTime(t){this.#t.time.value=t}clear(t){this.#n&&Object.assign(this.#n,{near:R_[0]*t,far:R_[1]*t})}paint(t){let e=(this.submerged?XT:WT)[t?"dark":"light"];for(let n of["zenith","horizon","below","nadir"])this.#t[n].value.set(e[n]);this.#t.beams.value=this.submerged?t?.36:.32:0,this.#n?.color.set(e.below),this.#e.color.set(e.above),this.#e.groundColor.set(e.ground),this.#e.intensity=e.intensity}},qT=`
  varying vec3 way;
  void main() {
    way = position;
    vec4 at = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0);
    gl_Position = at.xyww;
  }`,$T=`
  varying vec3 way;
  uniform vec3 zenith;
  uniform vec3 horizon;
  uniform vec3 below;
  uniform vec3 nadir;
  uniform float beams;
  uniform float time;

  // Beams that fan out from the sun, which stands high; they fade downwards.
  float beam(vec3 to) {
    const vec3 sun = vec3(0.22, 0.33, 0.918);
    float around = atan(dot(to, vec3(0.97, 0.0, -0.233)), dot(to, vec3(-0.077, 0.944, -0.321)));
    float shine = sin(9.0 * around + 0.21 * time) + 0.7 * sin(17.0 * around - 0.33 * time + 1.3) + 0.5 * sin(31.0 * around + 0.27 * time + 4.1);
    return smoothstep(-0.2, 1.9, shine) * smoothstep(-0.62, 0.35, dot(to, sun));
  }

  void main() {
    vec3 to = normalize(way);
    float up = to.z;
    vec3 sky = mix(horizon, zenith, 1.0 - exp(-2.8 * max(up, 0.0)));
    vec3 deep = mix(below, nadir, smoothstep(0.12, 0.85, -up));
    gl_FragColor = vec4(mix(deep, sky, smoothstep(-0.2, 0.02, up)), 1.0);
    if (beams > 0.0) gl_FragColor.rgb += (zenith - gl_FragColor.rgb) * beams * beam(to);
    #include <colorspace_fragment>
    gl_FragColor.rgb += (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 255.0;
  }`;var YT={reset:[-.38,-.86,.345],top:[0,-1e-4,1],side:[0,-1,.02],front:[1,0,.02]},P_=40,ZT=62,jT=.055;function Su(){try{return document.createElement("canvas").getContext("webgl2")!==null}catch{return!1}}var bu=class{#t=!1;#e=()=>{};filmed=null;#n=()=>{};#i=1;#s=!1;#r=null;riding=null;#o=new T;#l=new T;constructor(t,e=!1){this.holder=t,this.renderer=new mu({antialias:!0,alpha:!0,preserveDrawingBuffer:!1}),this.renderer.outputColorSpace=Je,this.renderer.toneMapping=Sl,this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Vr,this.renderer.localClippingEnabled=!0,this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.canvas=this.renderer.domElement,t.prepend(this.canvas),this.scene=new ja,this.camera=new ci(P_,1,.01,100),this.camera.up.set(0,0,1),this.sky=new vu(this.scene,e),this.#c(),this.controls=new yu(this.camera,this.canvas),this.controls.enableDamping=!0,this.controls.dampingFactor=.14,this.controls.addEventListener("change",()=>this.ask()),new ResizeObserver(()=>this.#h()).observe(t)}get size(){return{x:this.canvas.clientWidth,y:this.canvas.clientHeight}}onDrawn(t){this.#e=t}limitCamera(t){this.#n=t}ask(){this.#t||(this.#t=!0,requestAnimationFrame(()=>{this.#t=!1,this.draw()}))}draw(){this.riding?this.riding(this.camera):(this.controls.update(),this.#n(this.camera.position,this.controls.target),this.camera.lookAt(this.controls.target)),this.sky.clear(this.camera.position.distanceTo(this.controls.target)),this.renderer.render(this.scene,this.camera),this.#e(this.camera),this.filmed?.()}ride(t){this.riding=t,this.controls.enabled=!t,this.camera.fov=t?ZT:P_,this.#u(),t||this.camera.up.set(0,0,1),this.camera.updateProjectionMatrix(),this.ask()}resizeTo(t){return t?(this.#r=t,this.#h(),()=>{this.#r=null,this.#h()}):()=>{}}async drawnAt(t,e){let n=this.resizeTo(t);this.draw();try{return await e()}finally{n()}}look(t,e,n){this.#i=n;let s=n*this.#a();this.#s=!0,this.camera.near=s/100,this.camera.far=s*60,this.camera.updateProjectionMatrix(),this.controls.minDistance=.1*n,this.controls.maxDistance=25*s,this.controls.target.copy(e),this.camera.position.copy(e).addScaledVector(new T(...YT[t]).normalize(),s),this.controls.update(),this.ask()}#a(){let{fov:t,aspect:e}=this.camera,n=t*Math.PI/360;return 1/Math.sin(Math.min(n,Math.atan(Math.tan(n)*e)))}turn(t,e){let n=new T().subVectors(this.camera.position,this.controls.target),s=new _s().setFromVector3(new T(n.x,n.z,-n.y));s.theta+=t,s.phi+=e,s.makeSafe();let{x:r,y:o,z:a}=new T().setFromSpherical(s);this.camera.position.copy(this.controls.target).add(n.set(r,-a,o)),this.ask()}zoom(t){this.camera.position.sub(this.controls.target).multiplyScalar(t).add(this.controls.target),this.ask()}grow(t){this.zoom(t);for(let e of["near","far"])this.camera[e]*=t;for(let e of["minDistance","maxDistance"])this.controls[e]*=t;this.camera.updateProjectionMatrix()}shift(t){this.camera.position.add(t),this.controls.target.add(t)}illuminate(t,e){this.#o.copy(t);let{shadow:n}=this.key;this.key.target.position.copy(t),this.key.position.copy(t).add(this.#l.set(-.8,.12,1).multiplyScalar(3*e)),Object.assign(n.camera,{left:-e,right:e,top:e,bottom:-e,near:.1*e,far:8*e}),n.camera.updateProjectionMatrix(),n.normalBias=.004*e,n.radius=3}paint(t){this.key.intensity=t?2.5:3,this.key.color.set(t?"#f1f4fb":"#fff6e8"),this.eye.intensity=t?.7:.55,this.sky.paint(t),this.ask()}#c(){this.key=new Xo("#ffffff",2.5),this.key.castShadow=!0,this.key.shadow.mapSize.set(2048,2048),this.eye=new Xo("#eaf1ff",.9),this.eye.position.set(.5,.4,1),this.camera.add(this.eye),this.scene.add(this.camera,this.key,this.key.target)}#h(){let[t,e]=this.#r??[this.holder.clientWidth,this.holder.clientHeight];if(!t||!e)return;this.renderer.setPixelRatio(this.#r?1:Math.min(devicePixelRatio,2)),this.renderer.setSize(t,e,!1);let n=this.#a();this.camera.aspect=t/e;let s=this.#a()/n;this.#s&&!this.riding&&s!==1&&this.grow(s),this.#u(),this.camera.updateProjectionMatrix(),this.ask()}#u(){let{width:t,height:e}=this.canvas;this.riding?this.camera.clearViewOffset():this.camera.setViewOffset(t,e,0,-jT*e,t,e)}};var Gp=500,I_=new ve,L_=new ve,Mu=class{#t=null;constructor(t){this.times=t.times.curve(0),this.nFrames=this.times.length,this.nLinks=t.links.length,this.com=t.com,this.positions=t.positions,this.turns=t.turns,this.frame=0,this.share=0}get empty(){return this.nFrames===0||this.nLinks===0}setTime(t){if(this.empty)return;let e=ai(this.times,t),n=Math.min(e+1,this.nFrames-1),s=this.times[n]-this.times[e];this.frame=e,this.share=s>0?Math.min(Math.max((t-this.times[e])/s,0),1):0}comInto(t){return t.set(...[0,1,2].map(e=>this.#e(this.com,e)))}positionInto(t,e){return e.set(this.#e(this.com,0)+this.#e(this.positions,3*t),this.#e(this.com,1)+this.#e(this.positions,3*t+1),this.#e(this.com,2)+this.#e(this.positions,3*t+2))}turnInto(t,e){return this.#n(t,this.frame,I_),this.#n(t,Math.min(this.frame+1,this.nFrames-1),L_),e.copy(I_).slerp(L_,this.share)}speed(t){let e=this.#i(),n=t*this.nFrames+this.frame,s=t*this.nFrames+Math.min(this.frame+1,this.nFrames-1);return e[n]+this.share*(e[s]-e[n])}allSpeeds(){return this.#i()}reach(t){let e=Math.max(1,Math.floor(this.nFrames/200)),n=[];for(let s=0;s<this.nFrames;s+=e){let r=0;for(let o=0;o<this.nLinks;o++){let[a,l,c]=[0,1,2].map(u=>this.positions.data[(3*o+u)*this.nFrames+s]),h=Math.hypot(a,l,c);t[o].free&&h>Gp||(r=Math.max(r,h+Math.max(t[o].length,t[o].width)/2))}n.push(r)}return n.sort((s,r)=>s-r),n[Math.floor(.9*(n.length-1))]??0}#e(t,e){let n=e*this.nFrames+this.frame,s=t.data[n];return this.frame+1<this.nFrames?s+this.share*(t.data[n+1]-s):s}#n(t,e,n){let{data:s}=this.turns,r=4*t*this.nFrames+e,o=this.nFrames;return n.set(s[r+o],s[r+2*o],s[r+3*o],s[r]).normalize()}#i(){if(this.#t)return this.#t;let t=this.nFrames,e=new Float32Array(this.nLinks*t);for(let n=0;n<this.nLinks;n++)for(let s=0;s<t;s++){let r=Math.max(s-1,0),o=Math.min(s+1,t-1),a=this.times[o]-this.times[r],l=[0,1,2].map(c=>{let h=u=>this.com.data[c*t+u]+this.positions.data[(3*n+c)*t+u];return h(o)-h(r)});e[n*t+s]=a>0?Math.hypot(...l)/a:0}return this.#t=e,e}};var JT="JPEG";function D_(i){return i.byteLength>8&&String.fromCharCode(...new Uint8Array(i,0,4))===JT}var wu=class{#t=new Map;constructor(t){this.changed=t,this.problem=b("p",{class:"banner",id:"camera-problem",role:"alert",hidden:!0}),this.list=b("div",{class:"live-cameras"}),this.node=b("div",{id:"live-cameras"},this.problem,this.list)}open(t){for(let{url:e}of this.#t.values())URL.revokeObjectURL(e);this.#t=new Map(t.map(e=>[e.name,this.#e(e)])),this.list.replaceChildren(...[...this.#t.values()].map(({node:e})=>e)),this.problem.hidden=!0}get known(){return this.#t.size>0}get streams(){return[...this.#t].map(([t,{choice:e}])=>`${t}.${e.value}`)}show(t){let e=new DataView(t).getUint32(4,!0),{camera:n,stream:s,time:r}=JSON.parse(new TextDecoder().decode(new Uint8Array(t,8,e))),o=this.#t.get(n);!o||o.decoding||o.choice.value!==s||(o.decoding=!0,o.time=r,o.url=URL.createObjectURL(new Blob([new Uint8Array(t,8+e)],{type:"image/jpeg"})),o.image.src=o.url,this.problem.hidden=!0)}fail(t){this.problem.hidden=!1,this.problem.textContent=t}#e({name:t,streams:e,rate:n}){let s=b("img",{alt:`Image of the camera ${t}`,hidden:!0}),r=b("span",{class:"muted"},"Waiting for an image ..."),o=b("select",{"aria-label":`Image of ${t}`,hidden:e.length<2,on:{change:()=>this.changed()}},e.map(h=>b("option",{value:h},h))),a=b("figure",{class:"live-camera","data-camera":t},b("figcaption",{},b("strong",{},t),b("small",{class:"muted"},`${n} Hz`),o,r),s),l={node:a,image:s,words:r,choice:o,url:"",time:0,decoding:!1},c=()=>{URL.revokeObjectURL(l.url),l.decoding=!1};return s.onload=()=>{c(),s.hidden=!1,r.textContent=`t = ${l.time.toFixed(2)} s`,a.dataset.time=l.time},s.onerror=c,l}};var N_=[["Orthogonal snake",["snake_iii"],["snakesys_field_swl1","snakesys_creeping","snakesys_pole","snakesys_transition","terrain_beach_rolling","orthogonal_goal"]],["Soft pneumatic snake",["soft_pneumatic"],["soft_planar_rolling","soft_spatial_rolling","soft_sidewinding","soft_goal"]],["Underwater snake in pipes",["pipe_snake"],["pipe_step_in","pipe_bend","pipe_taper_in","pipe_opposing","pipe_open_water"]],["Eel",["mamba","eel"],["eel_eel_like","eel_lateral"]],["Hybrid underwater snake",["hybrid_underwater"],["hybrid_straight","hybrid_turn_bent","hybrid_spiral","hybrid_pitch","hybrid_undulating"]],["Underwater snake with an autopilot",["hybrid","underwater_arm"],["pilot_waypoints","pilot_depth_heading","reach_held_base"]],["Wheeled planar snake",["planar_prototype","planar_prototype_uneven"],["planar_prototype","planar_prototype_uneven","planar_prototype_isotropic"]],["Planar snake of five long links",["planar_five_links"],["planar_viscous","planar_coulomb"]],["Planar snake among posts",["post_snake"],["posts_aided","posts_none"]],["Sandfish",["sandfish"],["sandfish","sandfish_floor"]],["Soft hydraulic joint",["hydraulic_joint"],["hydraulic_joint_static"]]],O_="http://www.w3.org/2000/svg",KT=110;function QT(i){let t=document.createElementNS(O_,"svg"),e=(h,u)=>{let d=document.createElementNS(O_,h);for(let[f,p]of Object.entries(u))d.setAttribute(f,p);return t.append(d),d};if(t.setAttribute("viewBox","0 0 64 44"),t.setAttribute("aria-hidden","true"),t.classList.add("thumbnail",`thumbnail-${i?.kind??"ground"}`),!i)return t;let{points:n,width:s}=i,r=h=>`M${h.map(u=>u.join(" ")).join(" L")}`,o=r(n).slice(1);i.kind==="pipe"&&e("path",{d:`M${o}`,class:"thumbnail-pipe-wall","stroke-width":2.6*s+5});let a=i.kind==="water"?null:e("path",{d:`M${o}`,class:"thumbnail-shadow","stroke-width":s,transform:"translate(1 1.6)"}),l=e("path",{d:`M${o}`,class:"thumbnail-body","stroke-width":s}),c=e("circle",{r:.58*s,class:"thumbnail-head"});return t.draw=h=>{for(let u of[a,l])u?.setAttribute("d",r(h));c.setAttribute("cx",h.at(-1)[0]),c.setAttribute("cy",h.at(-1)[1])},t.draw(n),i.frames&&(t.frames=i.frames.map(h=>Array.from({length:h.length/2},(u,d)=>h.slice(2*d,2*d+2)))),t.still=n,t}function tA(i){let t=i.querySelector(".thumbnail");if(!t.frames)return;let e=null,n=()=>{if(e||matchMedia("(prefers-reduced-motion: reduce)").matches)return;let r=0;e=setInterval(()=>t.draw(t.frames[++r%t.frames.length]),KT)},s=()=>{clearInterval(e),e=null,t.draw(t.still)};for(let r of["pointerenter","focusin"])i.addEventListener(r,n);for(let r of["pointerleave","focusout"])i.addEventListener(r,s)}var Eu=class{constructor(t,e){Object.assign(this,{open:t,gait:e}),this.search=b("input",{type:"search",id:"find-scenario",placeholder:"Search scenarios","aria-label":"Search scenarios",on:{input:()=>this.#e()}}),this.list=b("div",{class:"scenario-list",role:"list"}),this.node=b("div",{class:"chooser"},this.search,this.list)}fill(t){let e=new Set(N_.flatMap(([,r])=>r)),n=[...new Set(t.map(({robot:r})=>r))].filter(r=>!e.has(r)).map(r=>[r.replaceAll("_"," "),[r],[]]),s=[...N_,...n].map(([r,o,a])=>{let l=t.filter(({robot:d})=>o.includes(d));if(!l.length)return null;let c=l.filter(({name:d})=>!a.length||a.includes(d)).sort((d,f)=>a.indexOf(d.name)-a.indexOf(f.name)),h=l.filter(d=>!c.includes(d)),u=h.length?b("details",{class:"scenario-more"},b("summary",{},`${h.length} more`),h.map(d=>this.#t(d))):null;return b("section",{class:"scenario-group"},b("h3",{},r,b("small",{},` ${l.length}`)),c.map(d=>this.#t(d)),u)});this.list.replaceChildren(...s.filter(Boolean))}show(t){if(t!==this.shown){this.shown=t;for(let e of this.list.querySelectorAll(".scenario")){e.classList.toggle("marked",e.dataset.name===t);let n=e.closest(".scenario-more");n&&e.dataset.name===t&&(n.open=!0)}}}#t({name:t,title:e,robot:n,picture:s}){let r=b("div",{class:"scenario",role:"listitem",data:{name:t}},b("button",{type:"button",class:"scenario-open",title:`Start: ${e||t}`,on:{click:()=>this.open(t)}},QT(s),b("span",{class:"scenario-words"},b("span",{class:"scenario-title"},e||t),b("small",{},t))),b("button",{type:"button",class:"quiet word scenario-gait",title:"Switch to this gait or controller; the robot stays the same",on:{click:()=>this.gait(t)}},"Gait"));return tA(r),r.words=`${t} ${e} ${n}`.toLowerCase(),r}#e(){let t=this.search.value.trim().toLowerCase(),e=s=>t.split(/\s+/).every(r=>s.words.includes(r));for(let s of this.list.querySelectorAll(".scenario"))s.hidden=!e(s);let n=s=>[...s.querySelectorAll(".scenario")].some(r=>!r.hidden);for(let s of this.list.querySelectorAll(".scenario-more"))s.hidden=!n(s),s.open=!!t&&!s.hidden;for(let s of this.list.querySelectorAll(".scenario-group"))s.hidden=!n(s)}};var U_=[500,1e3,2e3,4e3],Tu=class{#t=null;#e=0;#n=location.hash.slice(1);bytes=0;constructor(t){this.handlers=t,this.#i()}get open(){return this.#t?.readyState===WebSocket.OPEN}send(t){return this.open?(this.#t.send(JSON.stringify(t)),!0):!1}async file(t,e){let n=await fetch(t,{method:"POST",body:JSON.stringify({...e,token:this.#n})});if(!n.ok)throw new Error(await n.text());return n.blob()}#i(){let t=new WebSocket(`ws://${location.host}/live`);this.#t=t,t.binaryType="arraybuffer",t.onopen=()=>{this.#e=0,this.send({do:"hello",token:this.#n}),this.handlers.open()},t.onmessage=({data:e})=>{if(typeof e=="string")return this.handlers.message(JSON.parse(e));this.bytes+=e.byteLength,this.handlers.frame(e)},t.onclose=({code:e})=>{if(e===4401)return this.handlers.lost("This page has no valid token. Open the address that `snakelab studio` printed, with all that follows the #.");if(e===4403)return this.handlers.lost("The server refused the connection of this page.");this.handlers.lost("Connection lost. Reconnecting ..."),setTimeout(()=>this.#i(),U_[Math.min(this.#e++,U_.length-1)])}}};var eA=[.1,.25,.5,1,2,4,10],nA=60,Au=class{#t=0;constructor(t){this.play=Fn("Play or pause (space)",on.play,()=>t({do:this.playing?"pause":"play"}),{class:"play",id:"play"});let e=(s,r,o)=>Fn(o,r,()=>t({do:s}),{class:"quiet",id:s});this.pace=b("select",{id:"pace","aria-label":"Simulated time per real time",title:"Simulated time per real time",on:{change:()=>t({do:"pace",value:Number(this.pace.value)})}},eA.map(s=>b("option",{value:s,selected:s===1},`${s}×`))),this.recordWord=b("span",{class:"record-word"},"Record"),this.record=b("button",{type:"button",class:"quiet word",id:"record",title:"Start a recording, or save it",on:{click:()=>t({do:"record"})}},b("span",{class:"record-dot"}),this.recordWord),this.undo=e("undo",on.undo,"Undo the last change: parameter, gait, goal, waypoint or obstacle (z)"),this.now=b("output",{id:"time"},"0.00 s"),this.achieved=b("span",{class:"muted",id:"achieved"}),this.past=b("input",{type:"range",id:"past",min:0,max:1,step:"any",value:1,"aria-label":"Go back in time",title:"Return to an instant of the last few minutes",on:{input:()=>this.#e(),change:()=>t({do:"seek",time:Number(this.past.value)})}}),this.live=b("button",{type:"button",class:"word",id:"live",hidden:!0,title:"Continue this recording live from this instant",on:{click:()=>t({do:"live"})}},"Continue live"),this.send=t;let n=(...s)=>b("div",{class:"live-group"},s);this.node=b("div",{class:"transport live-transport",role:"group","aria-label":"Simulation"},n(e("reset",on.back,"Restart"),this.play,e("step",on.forward,"One control period (.)"),this.pace),this.past,b("div",{class:"live-clock"},this.now,this.achieved),n(this.undo,this.record,this.live))}#e(){!this.replayed||performance.now()-this.#t<nA||(this.#t=performance.now(),this.send({do:"seek",time:Number(this.past.value)}))}setTime(t){this.now.textContent=`${mo(t)} s`,!(document.activeElement===this.past&&this.past.matches(":active"))&&(this.replayed||(this.past.max=t),this.past.value=t)}show(t){this.playing=t.playing,this.play.replaceChildren(Is(t.playing?on.pause:on.play)),this.play.dataset.playing=t.playing,this.pace.value=t.pace,this.replayed=t.end!==null,this.past.min=t.earliest,this.replayed&&(this.past.max=t.end),this.live.hidden=!this.replayed,this.record.hidden=this.undo.hidden=this.replayed,this.undo.disabled=!t.undo,this.record.setAttribute("aria-pressed",String(t.recording)),this.recordWord.textContent=t.recording?"Stop and save":"Record",this.record.setAttribute("aria-label",this.recordWord.textContent);let e=t.late?`, ${t.late} deadlines missed`:"";this.achieved.replaceChildren(...t.playing?[`${ee(t.achieved,2)}×`,b("span",{class:"wide"},` real time${e}`)]:["paused"]),this.setTime(t.time)}};var B_="snakelab-studio-mapping",Ul={keys:{forward:"ArrowUp",backward:"ArrowDown",left:"ArrowLeft",right:"ArrowRight",up:"PageUp",down:"PageDown"},pad:{deadMan:4,forward:1,turn:2,rise:3,next:15,previous:14,stop:1}},F_={forward:"Forward",backward:"Backward",left:"Turn left",right:"Turn right",up:"Rise",down:"Dive"},iA={PageUp:"page ↑",PageDown:"page ↓",ArrowUp:"↑",ArrowDown:"↓",ArrowLeft:"←",ArrowRight:"→"," ":"space"},Cu=class{#t=null;#e={};constructor(){let t=sA();this.keys={...Ul.keys,...t.keys},this.pad={...Ul.pad,...t.pad};let e=r=>this.#e[r]=b("button",{type:"button",class:"key-button",id:`key-${r}`,title:"Click, then press the new key",on:{click:()=>this.#n(r)}}),n=r=>{let o=b("input",{type:"number",min:0,max:31,step:1,id:`pad-${r}`,value:this.pad[r],on:{change:()=>{this.pad[r]=Math.max(0,Math.min(31,Math.round(Number(o.value)||0))),this.#o()}}});return this.#e[`pad-${r}`]=o},s=(r,o)=>b("label",{class:"mapping-row"},b("span",{},r),o);this.pressed=b("p",{class:"muted",id:"gamepad"},"No gamepad found: press one of its buttons."),this.node=b("div",{class:"mapping"},b("h3",{},"Keys"),Object.entries(F_).map(([r,o])=>s(o,e(r))),b("h3",{},"Gamepad"),this.pressed,s("Dead-man button",n("deadMan")),s("Button of the emergency stop",n("stop")),s("Axis for forward and backward motion",n("forward")),s("Axis for turning",n("turn")),s("Axis for rising and diving",n("rise")),s("Button of the next gait",n("next")),s("Button of the previous gait",n("previous")),b("button",{type:"button",class:"quiet word",id:"mapping-reset",on:{click:()=>this.#r()}},"Restore defaults")),document.addEventListener("keydown",r=>this.#i(r),{capture:!0}),this.#s()}direction(t){return Object.keys(this.keys).find(e=>this.keys[e].toLowerCase()===t.toLowerCase())}watch(t){if(!t){this.pressed.textContent="No gamepad found: press one of its buttons.";return}let e=t.buttons.flatMap(({pressed:r},o)=>r?[o]:[]),n=[...t.axes].flatMap((r,o)=>Math.abs(r)>.3?[o]:[]),s=[e.length?`button ${e.join(", ")}`:"",n.length?`axis ${n.join(", ")}`:""].filter(Boolean).join(", ");this.pressed.textContent=`${t.id.slice(0,30)}${s?`: ${s}`:""}`}#n(t){this.#t=this.#t===t?null:t,this.#s()}#i(t){if(this.#t){if(t.preventDefault(),t.stopPropagation(),t.key!=="Escape"){let e=this.direction(t.key);e&&(this.keys[e]=this.keys[this.#t]),this.keys[this.#t]=t.key,this.#o()}this.#t=null,this.#s()}}#s(){for(let t of Object.keys(F_))this.#e[t].textContent=this.#t===t?"press a key":iA[this.keys[t]]??this.keys[t],this.#e[t].classList.toggle("asked",this.#t===t);for(let t of Object.keys(Ul.pad))this.#e[`pad-${t}`].value=this.pad[t]}#r(){this.keys={...Ul.keys},this.pad={...Ul.pad},this.#o(),this.#s()}#o(){try{localStorage.setItem(B_,JSON.stringify({keys:this.keys,pad:this.pad}))}catch{}}};function sA(){try{let i=JSON.parse(localStorage.getItem(B_)??"{}"),t=Object.fromEntries(Object.entries(i.keys??{}).filter(([,n])=>typeof n=="string")),e=Object.fromEntries(Object.entries(i.pad??{}).filter(([,n])=>Number.isInteger(n)));return{keys:t,pad:e}}catch{return{}}}var rA=100,oA=20,aA=.12,Ru=class{#t=new Set;#e=null;#n=0;#i=!1;#s=!1;#r=0;constructor(t,e){this.send=t,this.changeGait=e,this.mapping=new Cu,this.knobs=[];let n=this.#l("stick");n.classList.add("stick-overlay"),this.overlay=n,this.rises=[this.#o("rise"),this.#o("panel-rise")],this.rises[0].classList.add("rise-overlay"),this.gaits=b("div",{class:"gait-buttons",id:"gait-buttons",role:"group","aria-label":"Gait"}),this.node=b("div",{class:"drive"},b("div",{class:"drive-stick"},this.#l("panel-stick"),this.rises[1],b("p",{class:"muted"},"Up and down: speed or thrust. Sideways: turn, or heading of a swimmer. The robot stops when the stick is released.")),this.gaits,this.mapping.node),this.#a(),setInterval(()=>this.#f(),rA),setInterval(()=>this.#u(),oA)}open(t,e){this.known=t,this.gaits.replaceChildren(...(t?.choices??[]).map(n=>b("button",{type:"button",class:"quiet word",id:`gait-${n}`,"aria-pressed":String(n===t.chosen),on:{click:()=>this.changeGait(n)}},n))),this.gaits.hidden=!t;for(let n of this.rises)n.hidden=!e}showGait(t){if(!(!this.known||this.known.chosen===t)){this.known.chosen=t;for(let e of this.gaits.children)e.setAttribute("aria-pressed",String(e.textContent===t))}}#o(t){let e=(n,s,r)=>{let o=b("button",{type:"button",class:"word",id:`${t}-${n}`,title:n==="up"?"Hold to rise":"Hold to dive"},s);o.addEventListener("pointerdown",a=>{a.stopPropagation(),o.setPointerCapture(a.pointerId),this.#n=r});for(let a of["pointerup","pointercancel"])o.addEventListener(a,()=>{this.#n=0});return o};return b("div",{class:"rise",id:t,hidden:!0},e("up","▲",1),e("down","▼",-1))}#l(t){let e=b("div",{class:"stick-knob"}),n=b("div",{class:"stick",id:t,title:"Drag to drive: up and down for speed, sideways to turn",role:"application","aria-label":"Drive"},e);this.knobs.push(e);let s=r=>{let{left:o,top:a,width:l,height:c}=n.getBoundingClientRect(),h=u=>Math.min(Math.max(u,-1),1);this.#e={turn:h(1-2*(r.clientX-o)/l),forward:h(1-2*(r.clientY-a)/c)}};n.addEventListener("pointerdown",r=>{r.stopPropagation(),n.setPointerCapture(r.pointerId),s(r)}),n.addEventListener("pointermove",r=>this.#e&&n.hasPointerCapture(r.pointerId)&&s(r));for(let r of["pointerup","pointercancel"])n.addEventListener(r,()=>{this.#e=null});return n}#a(){document.addEventListener("keydown",t=>{let e=this.mapping.direction(t.key);t.defaultPrevented||!e||t.ctrlKey||t.metaKey||t.altKey||t.target.closest?.("select, textarea, input, [role=tab]")||(t.preventDefault(),this.#t.add(e))}),document.addEventListener("keyup",t=>this.#t.delete(this.mapping.direction(t.key))),addEventListener("blur",()=>this.#t.clear())}#c(){let t=[...navigator.getGamepads?.()??[]].find(Boolean);if(this.mapping.watch(t),this.#e||this.#n)return{forward:0,turn:0,...this.#e,rise:this.#n};if(this.#t.size){let s=r=>this.#t.has(r)?1:0;return{forward:s("forward")-s("backward"),turn:s("left")-s("right"),rise:s("up")-s("down")}}let{pad:e}=this.mapping;if(!t?.buttons[e.deadMan]?.pressed)return null;this.#h(t,e);let n=s=>{let r=-(t.axes[s]??0);return Math.abs(r)<aA?0:Math.min(Math.max(r,-1),1)};return{forward:n(e.forward),turn:n(e.turn),rise:n(e.rise)}}#h(t,e){let n=r=>t.buttons[r]?.pressed?1:0,s=n(e.next)-n(e.previous);if(s&&!this.#r&&this.known){let{chosen:r,choices:o}=this.known;this.changeGait(o[(o.indexOf(r)+s+o.length)%o.length])}this.#r=s}#u(){let t=[...navigator.getGamepads?.()??[]].some(e=>e?.buttons[this.mapping.pad.stop]?.pressed);t&&!this.#s&&this.send({do:"estop",source:"gamepad"}),this.#s=t}#f(){let t=this.#c(),{forward:e,turn:n,rise:s}=t??{forward:0,turn:0,rise:0};for(let r of this.knobs)r.style.transform=`translate(${-n*28}px, ${-e*28}px)`;(t||this.#i)&&this.send({do:"drive",forward:e,turn:n,rise:s}),this.#i=!!t}};function k_(i,t,e){hf();let n={" ":()=>i({do:t.playing?"pause":"play"}),".":()=>i({do:"step"}),z:()=>i({do:"undo"}),c:()=>e.view?.setContact(!e.view.contact),f:()=>e.view?.setFollow(!e.view.follow),r:()=>e.view?.look("reset"),1:()=>e.view?.look("top"),2:()=>e.view?.look("side"),3:()=>e.view?.look("front"),4:()=>e.view?.look("head"),"+":()=>e.view?.zoom(.9),"-":()=>e.view?.zoom(1/.9)};document.addEventListener("keydown",s=>{if(s.defaultPrevented||s.ctrlKey||s.metaKey||s.altKey||s.target.closest("select, textarea, input")||s.key===" "&&s.target.closest("button, summary, a"))return;let r=n[s.key];r&&(s.preventDefault(),r())})}var Hp={alpha:"α",beta:"β",gamma:"γ",delta:"δ",theta:"θ",kappa:"κ",lambda:"λ",mu:"μ",xi:"ξ",pi:"π",rho:"ρ",sigma:"σ",tau:"τ",phi:"φ",omega:"ω"};function Iu(i){let t=i.split(/\n\s*\n/).filter(l=>l.trim()),e=l=>/^ {4}/.test(l)||/^[A-Za-z]\w*(\([\w, ]*\))? = /.test(l),n=t.filter(e),s=t.filter(l=>!e(l)).map(l=>l.replace(/\s+/g," ").replaceAll("`","")),r=t.length&&!e(t[0])?s.slice(0,1):[],o=s.slice(r.length),a=l=>b("p",{},l);return b("div",{class:"documentation",hidden:!t.length},r.map(a),n.map(lA),o.length&&n.length?b("details",{},b("summary",{},"More"),o.map(a)):null)}function lA(i){if(/^ {4}/.test(i))return b("div",{class:"formula"},i.trim().split(`
`).map(s=>b("div",{},z_(s.trim()))));let t=i.replace(/\s+/g," ").trim(),e=t.search(/\. [A-Z]/),n=b("div",{class:"formula"},b("div",{},z_(e<0?t:t.slice(0,e+1))));return e<0?n:[n,b("p",{},t.slice(e+2).replaceAll("`",""))]}var cA=new Set(["the","of","with","in","from","at","and","or","to","that","is","if","for","by","inside"]);function z_(i){return i.split(/(\b[A-Za-z']+(?: [A-Za-z']+)+\b)/).map((t,e)=>{let n=t.split(" ");return e%2===0||!n.some(s=>cA.has(s))?hA(t):n.map((s,r)=>[r?" ":"",s.length>1&&!Hp[s]?s:Pu(s)])})}function hA(i){return i.split(/(\b[A-Za-z]\w*\b|\^\d+)/).map(t=>{if(/^\^\d+$/.test(t))return b("sup",{},t.slice(1));if(!/^[A-Za-z]/.test(t))return t.replaceAll("-","−").replaceAll("*","·");let[e,n,...s]=t.split("_");return!s.length&&n!==void 0&&n.length<=2?[Pu(e),b("sub",{},Pu(n))]:Pu(t)})}function Pu(i){return Hp[i]?b("i",{},Hp[i]):["sin","cos","tan","exp","tanh","in","from","the","of","and","section","tail","head"].includes(i)?i:b("i",{},i.replaceAll("_"," "))}var uA={controller:"Gait and controller",robot:"Robot",world:"World"},dA={robot:2,world:4},V_=3,Bl="not given",fA=80,kl=class{#t=new Map;#e=new Map;#n=new Map;#i=new Map;#s=null;constructor(t){this.change=(e,n)=>{this.show(e),t(e,n)},this.search=b("input",{type:"search",id:"find-parameter",placeholder:"Search parameters","aria-label":"Search parameters",on:{input:()=>this.#x()}}),this.changed=b("div",{class:"form-changed",id:"form-changed",hidden:!0},b("span"),b("button",{type:"button",class:"quiet word",id:"reset-parameters",title:"Set all parameters to the values of the scenario",on:{click:()=>this.#d()}},"Reset")),this.list=b("div",{class:"form-list"}),this.node=b("div",{class:"form"},this.search,this.changed,this.list)}open({name:t,form:e,controller:n}){this.#t.clear(),this.#i=new Map(e.map(r=>[r.path,r])),t!==this.#s&&this.#e.clear(),this.#s=t,this.#n=new Map(e.map(({path:r,value:o})=>[r,o]));for(let{path:r,value:o}of e)this.#e.has(r)||this.#e.set(r,o);let s=Object.entries(uA).map(([r,o])=>{let a=e.filter(c=>c.group===r);if(r!=="controller"&&!a.length)return null;let l=b("details",{class:"form-group",open:r==="controller",data:{group:r}},b("summary",{},r==="controller"?n.title:o,a.length?b("small",{},` ${a.length}`):null));return r==="controller"?l.append(Iu(n.doc),...this.#r(a)):l.append(...this.#l(a,dA[r])),l});this.list.replaceChildren(...s.filter(Boolean)),this.#x(),this.#_()}static gaits(t){let e=t.find(({path:n,choices:s,live:r})=>r&&s.length&&/^controller(\.gait)*\.name$/.test(n));return e?{path:e.path,chosen:e.value,choices:e.choices}:null}show(t){for(let[e,n]of Object.entries(t))this.#n.set(e,n),this.#t.get(e)?.forEach(s=>s.set(e,n));this.#_()}#r(t){let e=ta(t,G_),n=l=>!!l[0].section_doc,s=[...e].filter(([,l])=>!l[0].section),r=[...e].filter(([,l])=>l[0].section),o=r.filter(([,l])=>n(l)),a=([,l],c)=>this.#a(l[0].section,l,{open:c,doc:l[0].section_doc});return[...o.map((l,c)=>a(l,c===0)),...s.flatMap(([,l])=>this.#o(l)),...r.filter(([,l])=>!n(l)).map(l=>a(l,!1))]}#o(t){let e=t.filter(s=>s.live),n=t.filter(s=>!s.live);return!e.length||n.length<2?this.#c(t):[...this.#c(e),this.#a("Fixed during a run",n,{count:n.length})]}#l(t,e){return[...ta(t,s=>s.section?s.owner:"")].flatMap(([s,r])=>{if(!s)return this.#c(r);let o=[...ta(r,G_).values()];if(o.length<e)return o.map(c=>this.#a(c[0].section,c));let a=b("details",{class:"form-single"},b("summary",{},"One by one"),o.map(c=>this.#a(c[0].section,c))),l=this.#a(s,r,{count:o.length,shared:!0});return l.single=a,l.append(a),[l]})}#a(t,e,{open:n=!1,doc:s="",count:r=0,shared:o=!1}={}){let a=b("details",{class:"form-section",open:!1},b("summary",{},t,r?b("small",{},` ${r}`):null)),l=!1;return a.fill=()=>{l||(l=!0,a.querySelector("summary").after(...s?[Iu(s)]:[],...this.#c(e,o)))},a.addEventListener("toggle",()=>a.open&&a.fill()),a.words=e.map(c=>`${t} ${c.path} ${c.name}`.toLowerCase()),n&&a.fill(),a.open=n,a}#c(t,e=!1){let n=[...ta(t,r=>H_(e?r.property:r.path)).values()];return[...ta(n,([{property:r}])=>r.split(".").filter(o=>!/^\d+$/.test(o)).slice(0,-1).join(" ").replaceAll("_"," "))].sort(([r],[o])=>!!r-!!o).flatMap(([r,o])=>[r?b("h4",{},r):null,...o.map(a=>this.#h(a,r))].filter(Boolean))}#h(t,e){let n=[...ta(t,c=>c.property).values()],s=H_(t[0].name).replaceAll("."," ").slice(e?e.length+1:0)||t[0].name,r=t[0].label&&t[0].name.endsWith(t[0].label)?t[0].name.slice(0,-t[0].label.length).trim():s.replace(/ \d+$/,""),o=n.map((c,h)=>this.#u(c,n.length>1?pA(c[0],h,n.length):r,n.length>1&&n.length<=V_)),a=t.map(c=>`${c.path} ${c.name} ${c.doc}`).join(" ").toLowerCase(),l;return n.length===1?[l]=o.map(c=>c.node):n.length<=V_?l=b("div",{class:"field vector-field"},ea(t[0],r,n.map(([c])=>c.unit)),b("div",{class:"components"},o.map(c=>c.node))):l=b("details",{class:"field long-vector",open:t[0].group==="controller"},b("summary",{},r,b("small",{},` ${n.length}`)),o.map(c=>c.node)),l.words=a,l.title=gA(t[0]),l.row=!0,this.#p(l,t,o),l}#u(t,e,n){let s=t.map(({path:u})=>u),[r]=t,o=u=>this.change(Object.fromEntries(s.map(d=>[d,u])),t.some(({live:d})=>!d)),a=_A({...r,name:e,many:t.length>1},o,n);a.node.dataset.path=r.path;let l=new Map(t.map(({path:u,value:d})=>[u,d])),c=()=>{let u=[...new Set([...l.values()].map(d=>JSON.stringify(d)))];a.set(u.length===1?JSON.parse(u[0]):null,u.length===1?"":mA([...l.values()])),a.node.classList.toggle("default",u.length===1&&r.default!==null&&JSON.parse(u[0])===r.default)};c();let h={node:a.node,set:(u,d)=>{l.set(u,d),c()}};for(let u of s)this.#f(u,h);return h}#f(t,e){this.#t.set(t,[...this.#t.get(t)??[],e])}#p(t,e){let n=Fn("Reset to the value of the scenario",on.reset,o=>{o.preventDefault(),o.stopPropagation(),this.#g(e.map(({path:a})=>a))},{class:"quiet reset-parameter",hidden:!0});(t.querySelector(".field-name, summary")??t).append(n);let r=()=>{let o=e.some(({path:a})=>this.#m(a));t.classList.toggle("changed",o),n.hidden=!o};r();for(let{path:o}of e)this.#f(o,{set:r})}#m(t){return this.#e.get(t)!==null&&JSON.stringify(this.#n.get(t))!==JSON.stringify(this.#e.get(t))}#d(){this.#g([...this.#n.keys()])}#g(t){let e=t.filter(n=>this.#m(n));e.length&&this.change(Object.fromEntries(e.map(n=>[n,this.#e.get(n)])),e.some(n=>!this.#i.get(n)?.live))}#_(){let t=[...this.#n.keys()].filter(e=>this.#m(e)).length;this.changed.hidden=!t,this.changed.firstChild.textContent=t===1?"1 value changed":`${t} values changed`}#x(){let t=this.search.value.trim().toLowerCase(),e=[...this.list.querySelectorAll(".form-group")];for(let n of e){let s=Fl(n,t);n.hidden=!!t&&!s,t&&s&&(n.open=!0)}}};function Fl(i,t){let e=!1;for(let n of i.children)if(n.classList.contains("form-section")){let s=!t||n.words.some(r=>r.includes(t));if(n.hidden=!s,s&&t){n.fill();let r=Fl(n,t);n.single&&(n.single.hidden=r,n.single.open=!r&&Fl(n.single,t)),n.open=!0}else n.single?(n.single.hidden=!1,Fl(n.single,t)):Fl(n,t);e||=s}else n.row?(n.hidden=!!t&&!n.words.includes(t),e||=!n.hidden):n.matches("h4, .documentation")&&(n.hidden=!!t);return e}function G_(i){return i.path.slice(0,i.path.length-i.property.length-1)}function H_(i){return i.replace(/[. ]\d+$/,"")}function pA(i,t,e){return i.label?i.label:e<=3&&["m","m/s","N","N m","kg m^2","m^2"].includes(i.unit)?"xyz"[t]:String(t+1)}function ta(i,t){let e=new Map;for(let n of i){let s=t(n);e.has(s)?e.get(s).push(n):e.set(s,[n])}return e}function mA(i){let t=i.filter(e=>typeof e=="number");return t.length<i.length?"different":`${ee(Math.min(...t),3)} – ${ee(Math.max(...t),3)}`}function gA(i){let t=i.default===null?"":` Default: ${typeof i.default=="number"?ee(i.default):i.default} ${Ye(i.unit)}`.trimEnd();return`${i.doc}${t}`.trim()}function ea(i,t,e=[i.unit]){let n=[...new Set(e.map(Ye))].filter(Boolean).join(", ");return b("span",{class:"field-name"},t,n?b("small",{},` ${n}`):null,i.live?null:b("small",{class:"restart",title:"A change restarts the run"}," restart"))}function _A(i,t,e){return i.choices.length?vA(i,t):i.kind==="flag"?bA(i,t):i.kind==="vector"?SA(i,t):i.slider!==null&&i.low!==null?e?xA(i,t):yA(i,t):MA(i)}function xA(i,t){let e=b("input",{type:"number",class:"number",step:"any",placeholder:Bl,"aria-label":i.path,on:{change:()=>e.value!==""&&t(Number(e.value))}}),n=(s,r)=>{document.activeElement===e&&e.value!==""||(e.value=Lu(s),e.placeholder=r||Bl)};return{node:b("label",{class:"component"},b("small",{},i.name),e),set:n}}function yA(i,t){let e=0,n=null,s=b("input",{type:"number",class:"number",step:"any","aria-label":i.path,on:{change:()=>{s.value!==""&&(r.value=s.value,t(Number(s.value)))}}}),r=b("input",{type:"range",min:i.low,max:i.high,step:i.step,"aria-label":i.name});ug(r,()=>{if(s.value=Lu(r.value),!i.live||i.many)return;clearTimeout(n);let a=Math.max(0,fA-(performance.now()-e));n=setTimeout(()=>{e=performance.now(),t(Number(r.value))},a)},()=>(!i.live||i.many)&&t(Number(r.value)));let o=(a,l)=>{s.placeholder=l||Bl,r.hidden=a===null&&!l,!(document.activeElement===s||r.matches(":active"))&&(s.value=Lu(a),r.value=a)};return{node:b("label",{class:"field"},ea(i,i.name),s,r),set:o}}function vA(i,t){let e=b("option",{value:"",hidden:!0},"different"),n=b("select",{"aria-label":i.path,on:{change:()=>t(n.value)}},e,i.choices.map(o=>b("option",{value:o},o))),s=b("div",{class:"choice-text"}),r=o=>{n.value=o??"",s.replaceChildren(...i.texts[o]?[Iu(i.texts[o])]:[])};return{node:b("label",{class:"field choice"},ea(i,i.name),n,s),set:r}}function bA(i,t){let e=b("input",{type:"checkbox",on:{change:()=>t(e.checked)}});return{node:b("label",{class:"field flag"},ea(i,i.name),e),set:(n,s)=>{e.checked=!!n,e.indeterminate=!!s}}}function SA(i,t){let e=b("input",{type:"text",class:"number vector","aria-label":i.path,on:{change:()=>{let s=e.value.split(/[\s,;]+/).filter(Boolean),r=s.map(Number),o=s.length>0&&r.every(Number.isFinite);e.setCustomValidity(o||!s.length?"":"numbers with commas between them, such as 0, 0, 0.1"),o?t(r):s.length&&e.reportValidity()}}}),n=(s,r)=>{e.value=Array.isArray(s)?s.map(Lu).join(", "):"",e.placeholder=r||Bl};return{node:b("label",{class:"field choice"},ea(i,i.name),e),set:n}}function MA(i){let t=b("span",{class:"muted"}),e=(n,s)=>{t.textContent=s||(n===null?Bl:ee(Number(n)))};return{node:b("div",{class:"field plain"},ea(i,i.name),t),set:e}}function Lu(i){if(i==null)return"";let t=Number(Number(i).toPrecision(6));return Math.abs(t)<1e6?String(t):t.toExponential()}function W_(i){let t=new Float32Array(i),[e,n,s,r,o,a,l,c,h,u,d]=t,f=11,p=_=>t.subarray(f,f+=_);return{time:o+a,took:l,com:p(3),positions:p(3*e),turns:p(4*e),values:p(n),points:p(4*s),thrusts:p(r),forces:p(3*e*c),colours:p(h),current:p(u),loads:p(d)}}async function na(i){if(typeof DecompressionStream>"u")throw new Error("This browser is too old to unpack the data (it has no DecompressionStream). Browsers released since 2023 have it.");let t=Uint8Array.from(atob(i.trim()),l=>l.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate-raw")),n=await new Response(e).arrayBuffer(),s=new DataView(n).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(n,4,s))),o=Math.ceil((4+s)/8)*8,a=new Map;return Wp(r,l=>(a.has(l.at)||a.set(l.at,wA(n,o,l)),a.get(l.at)))}var es=class{constructor(t,e,n,s=0){Object.assign(this,{nCurves:t,nRows:e,data:n,error:s})}curve(t){return this.data.subarray(t*this.nRows,(t+1)*this.nRows)}};function Wp(i,t){return Array.isArray(i)?i.map(e=>Wp(e,t)):i===null||typeof i!="object"?i:"coding"in i&&"at"in i?t(i):Object.fromEntries(Object.entries(i).map(([e,n])=>[e,Wp(n,t)]))}function wA(i,t,{at:e,coding:n,shape:[s,r]}){let o=s*r;if(n==="float64")return new es(s,r,new Float64Array(i,t+e,o));if(n==="float32")return new es(s,r,Float64Array.from(new Float32Array(i,t+e,o)));if(n==="bytes")return new Uint8Array(i,t+e,o);let a=new Float64Array(i,t+e,2*s),l=new Uint8Array(i,t+e+16*s,o),c=new Uint8Array(i,t+e+16*s+o,o),h=new Float64Array(o);for(let d=0,f=0;d<s;d++){let p=a[2*d],_=a[2*d+1],g=0,m=0;for(let v=0;v<r;v++,f++)g=g+l[f]+256*c[f]&65535,m=m+g&65535,h[f]=m===0?NaN:p+(m-1)*_}let u=Math.max(0,...Array.from({length:s},(d,f)=>a[2*f+1]));return new es(s,r,h,u/2)}var X_=new Hn,Du=new T,Sr=class extends xl{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new re(t,3)),this.setAttribute("uv",new re(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new xr(e,6,1);return this.setAttribute("instanceStart",new ji(n,3,0)),this.setAttribute("instanceEnd",new ji(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new xr(e,6,1);return this.setAttribute("instanceColorStart",new ji(n,3,0)),this.setAttribute("instanceColorEnd",new ji(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new dl(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Hn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),X_.setFromBufferAttribute(e),this.boundingBox.union(X_))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new jn),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Du.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Du)),Du.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Du));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ot.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new ft},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};fi.line={uniforms:Il.merge([Ot.common,Ot.fog,Ot.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var _i=class extends ti{constructor(t){super({type:"LineMaterial",uniforms:Il.clone(fi.line.uniforms),vertexShader:fi.line.vertexShader,fragmentShader:fi.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var Xp=new Ve,q_=new T,$_=new T,Wn=new Ve,Xn=new Ve,bs=new Ve,qp=new T,$p=new Se,qn=new vl,Y_=new T,Nu=new Hn,Ou=new jn,Ss=new Ve,Ms,$r;function Z_(i,t,e){return Ss.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),Ss.multiplyScalar(1/Ss.w),Ss.x=$r/e.width,Ss.y=$r/e.height,Ss.applyMatrix4(i.projectionMatrixInverse),Ss.multiplyScalar(1/Ss.w),Math.abs(Math.max(Ss.x,Ss.y))}function EA(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){qn.start.fromBufferAttribute(s,a),qn.end.fromBufferAttribute(r,a),qn.applyMatrix4(e);let c=new T,h=new T;Ms.distanceSqToSegment(qn.start,qn.end,h,c),h.distanceTo(c)<$r*.5&&t.push({point:h,pointOnLine:c,distance:Ms.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function TA(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;Ms.at(1,bs),bs.w=1,bs.applyMatrix4(t.matrixWorldInverse),bs.applyMatrix4(n),bs.multiplyScalar(1/bs.w),bs.x*=r.x/2,bs.y*=r.y/2,bs.z=0,qp.copy(bs),$p.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Wn.fromBufferAttribute(l,d),Xn.fromBufferAttribute(c,d),Wn.w=1,Xn.w=1,Wn.applyMatrix4($p),Xn.applyMatrix4($p),Wn.z>u&&Xn.z>u)continue;if(Wn.z>u){let C=Wn.z-Xn.z,S=(Wn.z-u)/C;Wn.lerp(Xn,S)}else if(Xn.z>u){let C=Xn.z-Wn.z,S=(Xn.z-u)/C;Xn.lerp(Wn,S)}Wn.applyMatrix4(n),Xn.applyMatrix4(n),Wn.multiplyScalar(1/Wn.w),Xn.multiplyScalar(1/Xn.w),Wn.x*=r.x/2,Wn.y*=r.y/2,Xn.x*=r.x/2,Xn.y*=r.y/2,qn.start.copy(Wn),qn.start.z=0,qn.end.copy(Xn),qn.end.z=0;let _=qn.closestPointToPointParameter(qp,!0);qn.at(_,Y_);let g=Pl.lerp(Wn.z,Xn.z,_),m=g>=-1&&g<=1,v=qp.distanceTo(Y_)<$r*.5;if(m&&v){qn.start.fromBufferAttribute(l,d),qn.end.fromBufferAttribute(c,d),qn.start.applyMatrix4(o),qn.end.applyMatrix4(o);let C=new T,S=new T;Ms.distanceSqToSegment(qn.start,qn.end,S,C),e.push({point:S,pointOnLine:C,distance:Ms.origin.distanceTo(S),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var ia=class extends ie{constructor(t=new Sr,e=new _i({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)q_.fromBufferAttribute(e,o),$_.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+q_.distanceTo($_);let r=new xr(s,2,1);return t.setAttribute("instanceDistanceStart",new ji(r,1,0)),t.setAttribute("instanceDistanceEnd",new ji(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;Ms=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;$r=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),Ou.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=$r*.5;else{let u=Math.max(s.near,Ou.distanceToPoint(Ms.origin));c=Z_(s,u,l.resolution)}if(Ou.radius+=c,Ms.intersectsSphere(Ou)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Nu.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=$r*.5;else{let u=Math.max(s.near,Nu.distanceToPoint(Ms.origin));h=Z_(s,u,l.resolution)}Nu.expandByScalar(h),Ms.intersectsBox(Nu)!==!1&&(n?EA(this,e):TA(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(Xp),this.material.uniforms.resolution.value.set(Xp.z,Xp.w))}};var zi=class extends Sr{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var ws=class extends ia{constructor(t=new zi,e=new _i({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var AA=[[.28,1.6],[.95,2.6]];function j_(i){let{head:t,links:e,parts:n}=i[0].replay,s=n.map(({kind:r,first:o,last:a})=>r==="link"?[`link${o}`,e[o].name||`link ${o+1}`]:[`link${a}`,e[a].name]);return[{value:"com",word:"centre of mass"},...t?[{value:"head",word:"head"}]:[],...i.length>1?[]:s.map(([r,o])=>({value:r,word:o})),{value:"none",word:"nothing"}]}function zl(i,{head:t,links:e,parts:n},s,r){if(s!=="head"||!t)return s.startsWith("link")?i.positionInto(Number(s.slice(4)),r):i.comInto(r);let o=e[t.link],l=n.some(({kind:h,first:u})=>h==="link"&&u===t.link)?t.end>0?o.length-o.com:-o.com:0,c=new T(1,0,0).applyQuaternion(i.turnInto(t.link,new ve));return i.positionInto(t.link,r).addScaledVector(c,l)}var Uu=class{group=new ye;#t;#e=[];#n="#000";constructor(t,e,n){Object.assign(this,{track:t,replay:e,height:n}),this.of(e.base&&e.head?"head":"com")}of(t){this.name=t;for(let s of this.#e)s.geometry.dispose();this.group.clear(),this.#e=[],this.#t=null;let{track:e}=this;if(t==="none"||e.nFrames<2)return;let n=this.#i();for(let[s,r]of AA){let o=new ws(new zi().setPositions(n),new _i({linewidth:r,transparent:!0,opacity:s,depthWrite:!1}));o.frustumCulled=!1,this.#e.push(o),this.group.add(o)}this.#t=this.#e[1],this.paint(this.#n)}update(){if(!this.#t)return;let t=this.track.frame+(this.track.share>.5?1:0);this.#t.geometry.instanceCount=t,this.#t.visible=t>0}paint(t){this.#n=t;for(let e of this.#e)e.material.color.set(t)}#i(){let{track:t,replay:e,height:n,name:s}=this,r=new Float32Array(3*t.nFrames),o=new T,[a,l]=[t.frame,t.share];for(let c=0;c<t.nFrames;c++)t.setTime(t.times[c]),zl(t,e,s,o).toArray(r,3*c),n!==null&&(r[3*c+2]=n);return Object.assign(t,{frame:a,share:l}),r}};var Yp={light:["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9"],dark:["#56b4e9","#e69f00","#009e73","#cc79a7","#f0e442","#d55e00"]},J_=["#440154","#472d7b","#3b528b","#2c728e","#21918c","#28ae80","#5ec962","#addc30","#fde725"],Fu=J_.map(i=>[1,3,5].map(t=>parseInt(i.slice(t,t+2),16))),Yr=Yp.light.length;function Vl(i,t){if(i<=Yr)return Yp[t].slice(0,i);let[e,n]=t==="dark"?[.2,1]:[0,.88];return Array.from({length:i},(s,r)=>CA(Gl(e+(n-e)*r/(i-1))))}function sa(i,t){return Yp[t][i%Yr]}function Gl(i){let t=Math.min(Math.max(i||0,0),1)*(Fu.length-1),e=Math.min(Math.floor(t),Fu.length-2);return Fu[e].map((n,s)=>n+(t-e)*(Fu[e+1][s]-n))}function CA(i){return`rgb(${i.map(Math.round).join(" ")})`}var K_={light:["#ffd25a","#fb9a29","#e2521b","#a81529","#52061f"],dark:["#9c2337","#d23c2c","#f0752c","#fdb64c","#fff3b0"]},RA=Object.fromEntries(Object.entries(K_).map(([i,t])=>[i,t.map(e=>[1,3,5].map(n=>parseInt(e.slice(n,n+2),16)))]));function Mr(i,t){let e=RA[t],n=Math.min(Math.max(i||0,0),1)*(e.length-1),s=Math.min(Math.floor(n),e.length-2);return e[s].map((r,o)=>r+(n-s)*(e[s+1][o]-r))}function Bu(i){return`linear-gradient(to right, ${K_[i].join(", ")})`}function Q_(){return`linear-gradient(to right, ${J_.join(", ")})`}var PA=["#d9534a","#2f9e62","#3d84d6"],IA=.85,tx=.035,LA=60,ku=class{group=new ye;#t=new Se;#e=new T;#n=new ve;#i=new T(1,1,1);constructor(t,e,n){this.track=e;let s=t.parts.filter(({kind:a})=>a==="link").map(({first:a})=>t.links[a].length),r=IA*(s.length?Math.min(s.reduce((a,l)=>a+l,0)/s.length,.3*n):.1*n),o=Math.ceil(t.links.length/LA);this.links=t.links.map((a,l)=>l).filter(a=>a%o===0),this.meshes=PA.map((a,l)=>{let c=new Kn(tx*r,tx*r,r,8).translate(0,r/2,0);l===0&&c.rotateZ(-Math.PI/2),l===2&&c.rotateX(Math.PI/2);let h=new Hs(c,new Jn({color:new Wt(a),depthTest:!1,transparent:!0}),this.links.length);return h.instanceMatrix.setUsage(ts),Object.assign(h,{frustumCulled:!1,renderOrder:6}),this.group.add(h),h})}update(){this.links.forEach((t,e)=>{this.#t.compose(this.track.positionInto(t,this.#e),this.track.turnInto(t,this.#n),this.#i);for(let n of this.meshes)n.setMatrixAt(e,this.#t)});for(let t of this.meshes)t.instanceMatrix.needsUpdate=!0}};var ex=.045,DA=.55;function ix(i,t,e){let{length:n,com:s,section:r}=i,o=i.width||.1*n,a=i.height||o;if(!(n>0))return new Qn(.5*o||.01,20,14);let l=-s+(t[0]?Math.min(ex*n,.3*a):0),c=n-s-(t[1]?Math.min(ex*n,.3*a):0),h=r==="box"?NA(c-l,o,a,e):OA(c-l,o/2,e);return r==="ellipse"&&h.scale(1,1,a/o).computeVertexNormals(),h.translate(l,0,0)}function sx(i,t){let e=i?.places.filter(r=>r.link===t)??[];if(!e.length)return null;let n=[];for(let{shape:r,offset:o,turn:a}of e){let{vertices:l,triangles:c}=i.shapes[r],h=new ve(a[1],a[2],a[3],a[0]),u=new T(...o),d=new T;for(let f of c)n.push(...d.fromArray(l,3*f).applyQuaternion(h).add(u))}let s=new Re;return s.setAttribute("position",new re(n,3)),s.computeVertexNormals(),s}function rx(i){return new Qn(.36*Math.min(i.width,i.height||i.width),18,12)}function ox(i,t=.16*i){let[e,n]=[.62*i,.09*i],s=Math.min(n,t),r=[[e,-t],[i-s,-t],[i,s-t],[i,t-s],[i-s,t],[e,t],[e,-t]],o=[0,1,2].map(a=>new Ai(2*e,1.7*t,.14*i).rotateY(a*Math.PI/3));return[new Wo(r.map(([a,l])=>new ft(a,l)),32),new Kn(e,e,1.4*t,24),o]}function ax(i){return new Ai(1.5*i,1.5*i,.3*i)}function NA(i,t,e,n){let s=.16*Math.min(i,t,e),r=t/2-s,[o,a]=[s,i-s],l=Math.min(DA*t,.6*(a-o)),[c,h]=[n<0?l:0,n>0?l:0],u=.42*r,d=new qs;d.moveTo(o,n<0?-u:-r),c&&d.quadraticCurveTo(o+.15*c,-r,o+c,-r),d.lineTo(a-h,-r),h?d.quadraticCurveTo(a-.15*h,-r,a,-u):d.lineTo(a,-r),d.lineTo(a,n>0?u:r),h&&d.quadraticCurveTo(a-.15*h,r,a-h,r),d.lineTo(o+c,r),c?d.quadraticCurveTo(o+.15*c,r,o,u):d.lineTo(o,r);let f=Math.max(e-2*s,1e-6),p={depth:f,bevelEnabled:!0,bevelThickness:s,bevelSize:s,bevelSegments:4,curveSegments:10};return new kr(d,p).translate(0,0,-f/2)}function OA(i,t,e){let n=Math.min(.35*t,.2*i),s=Math.min(1.8*t,.6*i),[r,o]=[e<0?s:n,e>0?s:n],a=[...nx(r,e<0?t:n).map(([l,c])=>new ft(t-c,l))];return a.push(...nx(o,e>0?t:n).reverse().map(([l,c])=>new ft(t-c,i-l))),a.unshift(new ft(0,a[0].y)),a.push(new ft(0,a.at(-1).y)),new Wo(a,28).rotateZ(-Math.PI/2)}function nx(i,t){return Array.from({length:9},(e,n)=>{let s=n/8*(Math.PI/2);return[i*(1-Math.cos(s)),t*(1-Math.sin(s))]})}var Zr=28,lx=5,cx=4,hx=.16,UA=.62,FA=Array.from({length:Zr+1},(i,t)=>{let e=2*Math.PI*t/Zr;return[Math.cos(e),Math.sin(e)]}),zu=class{#t=new T;#e=new ve;#n=new ve;#i=new T;#s=new T;#r=new T;#o;#l;#a;constructor(t,e,n,s){Object.assign(this,{track:t,part:n,nose:s}),this.radius=e[n.first].width/2,this.count=n.last-n.first+1,this.rings=BA(this.count,this.radius,e[n.first].length),this.#o=Array.from({length:this.count},()=>new T),this.#l=Array.from({length:this.count},()=>new T),this.#a=Array.from({length:this.count},()=>new ve),this.geometry=new Re;let r=this.rings.length*(Zr+1);for(let o of["position","normal","color"])this.geometry.setAttribute(o,new Sn(new Float32Array(3*r),3).setUsage(ts));this.geometry.setIndex(kA(this.rings.length))}update(){for(let s=0;s<this.count;s++)this.track.positionInto(this.part.first+s,this.#o[s]),this.track.turnInto(this.part.first+s,this.#a[s]),this.#l[s].set(1,0,0).applyQuaternion(this.#a[s]);let{position:t,normal:e}=this.geometry.attributes,n=0;for(let s of this.rings){this.#c(s),this.#i.set(0,1,0).applyQuaternion(this.#e),this.#s.set(0,0,1).applyQuaternion(this.#e),this.#r.set(1,0,0).applyQuaternion(this.#e);let r=Math.sqrt(1-s.tilt*s.tilt);for(let[o,a]of FA){let[l,c,h]=[o*this.#i.x+a*this.#s.x,o*this.#i.y+a*this.#s.y,o*this.#i.z+a*this.#s.z];t.setXYZ(n,this.#t.x+s.radius*l,this.#t.y+s.radius*c,this.#t.z+s.radius*h),e.setXYZ(n,r*l+s.tilt*this.#r.x,r*c+s.tilt*this.#r.y,r*h+s.tilt*this.#r.z),n++}}t.needsUpdate=!0,e.needsUpdate=!0,this.geometry.computeBoundingSphere()}paint(t,e){let n=this.geometry.attributes.color,s=new Wt,r=new Wt,o=0;for(let a of this.rings){t(a.slice,s),a.share>0&&s.lerp(t(a.slice+1,r),a.share);let l=(a.slice+a.share)/(this.count-1),c=e&&this.nose!==0&&(this.nose>0?l>1-hx:l<hx);for(let h=0;h<=Zr;h++){let d=a.offset===0&&a.tilt===0&&(h<=1||h>=Zr-1)?UA:1,f=c?e:s;n.setXYZ(o++,d*f.r,d*f.g,d*f.b)}}n.needsUpdate=!0}#c({slice:t,share:e,offset:n}){let[s,r]=[t,Math.min(t+1,this.count-1)],[o,a]=[this.#o[s],this.#o[r]];if(this.#e.copy(this.#a[s]),this.#t.copy(o),e>0){let l=o.distanceTo(a),[c,h,u]=[e,e**2,e**3];this.#t.multiplyScalar(2*u-3*h+1).addScaledVector(this.#l[s],(u-2*h+c)*l).addScaledVector(a,3*h-2*u).addScaledVector(this.#l[r],(u-h)*l),this.#e.slerp(this.#n.copy(this.#a[r]),e)}this.#t.addScaledVector(this.#r.set(1,0,0).applyQuaternion(this.#e),n)}};function BA(i,t,e){let n=Math.min(.3*t,.4*e),s=[],r=(l,c)=>[{slice:l,share:0,offset:0,radius:0,tilt:c},{slice:l,share:0,offset:0,radius:t-n,tilt:c}],o=(l,c)=>Array.from({length:cx},(h,u)=>{let d=(u+1)/(cx+1)*(Math.PI/2);return{slice:l,share:0,offset:-c*n*(1-Math.cos(d)),radius:t-n*(1-Math.sin(d)),tilt:c*Math.cos(d)}});s.push(...r(0,-1),...o(0,-1));let a=n/e;for(let l=0;l<i-1;l++)for(let c=0;c<lx;c++){let h=Math.min(Math.max(l+c/lx,a),i-1-a);s.push({slice:Math.floor(h),share:h-Math.floor(h),offset:0,radius:t,tilt:0})}return s.push({slice:i-2,share:1-a,offset:0,radius:t,tilt:0}),s.push(...o(i-1,1).reverse(),...r(i-1,1).reverse()),s}function kA(i){let t=[],e=Zr+1;for(let n=0;n<i-1;n++)for(let s=0;s<Zr;s++){let r=n*e+s;t.push(r,r+1,r+e,r+e,r+1,r+e+1)}return t}var zA=8,Vu=.035,Gu=class{group=new ye;#t=[];#e=[];#n;#i;#s=new T;constructor(t,e,n,s=0){this.track=e;let r={polygonOffset:s>0,polygonOffsetFactor:s,polygonOffsetUnits:zA*s},o={roughness:.48,metalness:.08,transparent:n,opacity:n?.72:1,...r};this.#n=new qe({...o,roughness:.7}),this.#i=new qe({...o,roughness:.85,metalness:0}),t.parts.forEach((a,l)=>{let c=t.head&&t.head.link>=a.first&&t.head.link<=a.last?t.head.end:0;a.kind==="link"?this.#r(t,a,l,c,o):this.#l(t,a,l,c,o)});for(let a of t.wheels??[])this.#o(a,t.links);t.base&&this.#a(t),this.group.traverse(a=>{a.castShadow=a.isMesh,a.receiveShadow=a.isMesh,a.frustumCulled=!1})}update(){for(let{mesh:t,link:e}of this.#t)this.track.positionInto(e,t.position),this.track.turnInto(e,t.quaternion);for(let{tube:t}of this.#e)t.update()}paint(t,e){let n=new Wt(t.body),s=new Wt(t.head);this.#n.color.set(t.joint),this.#i.color.set(t.tyre);for(let{mesh:r,link:o,part:a,head:l,free:c}of this.#t)c?r.material.color.set(t.free):e?e(a,o,r.material.color):l?r.material.color.copy(s):r.material.color.copy(n).offsetHSL(0,0,a%2?Vu:-Vu);for(let{tube:r,part:o}of this.#e){let a=e?(l,c)=>e(o,r.part.first+l,c):(l,c)=>c.copy(n).offsetHSL(0,0,o%2?Vu:-Vu);r.paint(a,e?null:s)}}#r(t,e,n,s,r){let o=t.links[e.first],a=t.parts.length-1,l=t.head!==null&&t.head.end<0,c=n>0||t.base!==null,h=n<a,u=l?[h,c]:[c,h],d=sx(t.meshes,e.first),f=new ie(d??ix(o,u,s),new qe(r));if(!d&&u[0]&&o.length>0&&o.width>0){let p=new ie(rx(o),this.#n);p.position.x=-o.com,f.add(p)}this.group.add(f),this.#t.push({mesh:f,link:e.first,part:n,head:s!==0,free:o.free===!0})}#o({link:t,offset:e,axle:n,radius:s,spins:r},o){let a=this.#t.find(f=>f.link===t);if(!a)return;let[l,c,h]=ox(s,r?o[t].length/2:void 0),u=new ve().setFromUnitVectors(new T(0,1,0),new T(...n)),d=new ye;if(d.position.set(...e),d.quaternion.copy(u),d.add(new ie(c,this.#n)),r){a.mesh.clear(),a.mesh.geometry=l.applyQuaternion(u).translate(...e);for(let f of h)d.add(new ie(f,this.#i))}else d.add(new ie(l,this.#i));a.mesh.add(d)}#l(t,e,n,s,r){let o=new zu(this.track,t.links,e,s);this.group.add(new ie(o.geometry,new qe({...r,vertexColors:!0}))),this.#e.push({tube:o,part:n})}#a(t){let e=Math.max(...t.links.slice(0,1).map(s=>Math.max(s.width,s.height)),.001),n=new ie(ax(e),this.#n);n.position.copy(this.#s.set(...t.base)),this.group.add(n)}};var Vn=512,Zp=new Map,Wu={grass:.7,sand:1,gravel:.6,rock:1.4,soil:1.2};function Xu(i){if(!Zp.has(i)){let t=document.createElement("canvas");t.width=t.height=Vn,GA[i](t.getContext("2d"),ra(i.length*7919));let e=new Ur(t);Object.assign(e,{wrapS:Ei,wrapT:Ei,colorSpace:Je,minFilter:di,anisotropy:8}),Zp.set(i,{texture:e,mean:VA(t)})}return Zp.get(i)}var qu=`
  vec3 layered(sampler2D map, vec2 spot, vec3 mean) {
    vec3 coarse = texture2D(map, mat2(0.83, 0.56, -0.56, 0.83) * spot / 4.7).rgb;
    return texture2D(map, spot).rgb * mix(vec3(1.0), coarse / mean, 0.6);
  }`;function VA(i){let t=document.createElement("canvas");t.width=t.height=8;let e=t.getContext("2d");e.drawImage(i,0,0,8,8);let{data:n}=e.getImageData(0,0,8,8),s=[0,0,0];return n.forEach((r,o)=>{o%4<3&&(s[o%4]+=r/64)}),new Wt().setRGB(...s.map(r=>r/255),Je)}var GA={grass(i,t){Hu(i,js(t,[[6,1],[14,.6],[40,.5]]),[[66,78,40],[104,116,62]]),i.lineCap="round";for(let e=0;e<7e3;e++){let[n,s,r,o]=[t()*Vn,t()*Vn,t()*2*Math.PI,7+15*t()],[a,l]=[60+32*t(),24+26*e/7e3+12*t()];i.strokeStyle=`hsl(${a} ${22+12*t()}% ${l}%)`,i.lineWidth=.8+1.3*t(),ux(n,s,o,(c,h)=>{i.beginPath(),i.moveTo(c,h),i.quadraticCurveTo(c+.5*o*Math.cos(r),h+.5*o*Math.sin(r),c+o*Math.cos(r+.5),h+o*Math.sin(r+.5)),i.stroke()})}},sand(i,t){let e=js(t,[[3,1],[6,.5]]),n=js(t,[[24,.5],[64,.5],[170,1]]),s=e.map((r,o)=>.5+.5*Math.sin(2*Math.PI*9*Math.floor(o/Vn)/Vn+5*r));Hu(i,n.map((r,o)=>.8*r+.2*s[o]),[[176,152,112],[222,202,163]])},gravel(i,t){i.fillStyle="#5d5850",i.fillRect(0,0,Vn,Vn);for(let e=0;e<2600;e++)HA(i,t,6+13*t()**2)},rock(i,t){let e=js(t,[[4,1],[9,.7],[22,.5],[60,.4],[150,.35]]);Hu(i,e,[[103,98,92],[172,166,157]])},soil(i,t){Hu(i,js(t,[[5,.8],[16,.6],[48,.6],[140,.7]]),[[140,130,117],[190,181,167]])}};function HA(i,t,e){let[n,s,r,o,a]=[t()*Vn,t()*Vn,.62+.3*t(),t()*Math.PI,46+28*t()],l=20+24*t(),c=Array.from({length:9},()=>.82+.2*t()),h=(u,d,f)=>{i.beginPath(),c.forEach((p,_)=>{let g=2*Math.PI*_/c.length,[m,v]=[f*p*e*Math.cos(g),f*p*r*e*Math.sin(g)];i.lineTo(u+m*Math.cos(o)-v*Math.sin(o),d+m*Math.sin(o)+v*Math.cos(o))}),i.closePath(),i.fill()};ux(n,s,2*e,(u,d)=>{i.fillStyle="rgb(40 37 33 / 55%)",h(u+1.5,d+1.5,1.06),i.fillStyle=`hsl(${l} 9% ${a-8}%)`,h(u,d,1),i.fillStyle=`hsl(${l} 9% ${a}%)`,h(u-.12*e,d-.12*e,.72)})}function ux(i,t,e,n){for(let s of[i-Vn,i,i+Vn])for(let r of[t-Vn,t,t+Vn])s>-e&&s<Vn+e&&r>-e&&r<Vn+e&&n(s,r)}function Hu(i,t,[e,n]){let s=i.createImageData(Vn,Vn);t.forEach((r,o)=>{let a=Math.min(Math.max(r,0),1);for(let l=0;l<3;l++)s.data[4*o+l]=e[l]+a*(n[l]-e[l]);s.data[4*o+3]=255}),i.putImageData(s,0,0)}function js(i,t,e=Vn){let n=new Float32Array(e*e),s=t.reduce((r,[,o])=>r+o,0);for(let[r,o]of t){let a=Float32Array.from({length:r*r},i),l=Array.from({length:e},(c,h)=>{let u=h*r/e,d=u-Math.floor(u);return[Math.floor(u)%r,(Math.floor(u)+1)%r,d*d*(3-2*d)]});for(let c=0;c<e;c++){let[h,u,d]=l[c];for(let f=0;f<e;f++){let[p,_,g]=l[f],m=a[h*r+p]+g*(a[h*r+_]-a[h*r+p]),v=a[u*r+p]+g*(a[u*r+_]-a[u*r+p]);n[c*e+f]+=o/s*(m+d*(v-m))}}}return n}function ra(i){let t=i|0;return()=>{t=t+1831565813|0;let e=Math.imul(t^t>>>15,1|t);return e=e+Math.imul(e^e>>>7,61|e)^e,((e^e>>>14)>>>0)/4294967296}}var jp=256,WA=2.6,XA=2.1,qA=.5,$u=class{#t;constructor(t){this.#t={web:{value:ZA()},webTile:{value:qA*t},webTime:{value:0}}}update(t){this.#t.webTime.value=t}light(t){let e=new Set;t.traverse(({material:n})=>{!n?.isMeshStandardMaterial||e.has(n)||(e.add(n),n.onBeforeCompile=s=>{Object.assign(s.uniforms,this.#t),s.vertexShader=s.vertexShader.replace("#include <common>",`#include <common>
varying vec3 webPlace;`).replace("#include <project_vertex>",`#include <project_vertex>
webPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;`),s.fragmentShader=s.fragmentShader.replace("#include <common>",`#include <common>
${$A}`).replace("#include <lights_fragment_end>",`#include <lights_fragment_end>
${YA}`)})})}},$A=`
  varying vec3 webPlace;
  uniform sampler2D web;
  uniform float webTile;
  uniform float webTime;`,YA=`
  vec2 webAt = (webPlace.xy + 0.35 * webPlace.z) / webTile;
  float bright = min(
    texture2D(web, webAt + webTime * vec2(0.021, 0.013)).r,
    texture2D(web, mat2(0.8, 0.6, -0.6, 0.8) * webAt * 1.3 - webTime * vec2(0.017, -0.019)).r);
  float upwards = clamp(inverseTransformDirection(normal, viewMatrix).z, 0.0, 1.0);
  reflectedLight.directDiffuse += diffuseColor.rgb * ${XA.toFixed(2)} * bright * upwards;`;function ZA(){let i=js(ra(23),[[6,1],[13,.45],[27,.12]],jp),t=i.reduce((r,o)=>r+o,0)/i.length,e=Math.sqrt(i.reduce((r,o)=>r+(o-t)**2,0)/i.length),n=Uint8Array.from(i,r=>255*Math.max(0,1-Math.abs(r-t)/(2.2*e))**WA),s=new Gs(n,jp,jp,Jo);return Object.assign(s,{wrapS:Ei,wrapT:Ei,magFilter:Tn,minFilter:di,generateMipmaps:!0,needsUpdate:!0}),s}var jA="http://www.w3.org/2000/svg",Yu=22,Zu=class{#t;#e=new T;constructor(){this.node=Jp("svg",{viewBox:"-34 -34 68 68",class:"compass",role:"img","aria-label":"Axes of the world"}),this.#t=["x","y","z"].map(t=>{let e=Jp("line",{class:`axis-${t}`,x1:0,y1:0}),n=Jp("text",{class:`axis-${t}`});return n.textContent=t,this.node.append(e,n),{line:e,word:n}})}update(t){this.#t.forEach(({line:e,word:n},s)=>{let{x:r,y:o}=this.#e.set(s===0?1:0,s===1?1:0,s===2?1:0).transformDirection(t.matrixWorldInverse);Kp(e,{x2:(Yu*r).toFixed(1),y2:(-Yu*o).toFixed(1)}),Kp(n,{x:((Yu+7)*r).toFixed(1),y:(-(Yu+7)*o).toFixed(1)}),e.style.opacity=Math.hypot(r,o)<.08?0:1,n.style.opacity=e.style.opacity})}};function Jp(i,t){return Kp(document.createElementNS(jA,i),t)}function Kp(i,t){for(let[e,n]of Object.entries(t))i.setAttribute(e,n);return i}var dx=.02,JA=.25,KA=48,QA=12,ju=class{#t;#e;constructor(t){this.#t=t.map(tC).filter(Boolean),this.#e=t.filter(({kind:e})=>e==="pipe").map(({line:e,radii:n})=>({points:e.map(s=>new T(...s)),radii:n}))}height(t,e){return Math.max(-1/0,...this.#t.map(n=>n(t,e)))}covers(t,e){return t.z<this.height(t.x,t.y)-JA*e}raise(t,e){if(!this.#t.length||this.#n(t,e))return;let n=new T().subVectors(t,e),s=new _s().setFromVector3(new T(n.x,n.z,-n.y)).makeSafe(),r=c=>{let{x:h,y:u,z:d}=n.setFromSpherical(s.set(s.radius,c,s.theta));return t.set(h,-d,u).add(e)},o=s.phi,a=o/KA,l=o-a;for(;l>0&&!this.#n(r(l),e);)[o,l]=[l,l-a];for(let c=0;c<QA&&l>0;c++){let h=(o+l)/2;this.#n(r(h),e)?l=h:o=h}r(Math.max(l,1e-4)),this.#n(t,e)||(t.z=this.height(t.x,t.y)+dx*s.radius)}#n(t,e){return t.z>=this.height(t.x,t.y)+dx*t.distanceTo(e)*(1-1e-6)||this.#i(t)}#i(t){return this.#e.some(({points:e,radii:n})=>e.slice(1).some((s,r)=>iC(t,e[r],s,n[r],n[r+1])))}};function tC(i){return i.kind==="plane"?()=>i.height:i.kind==="slope"?eC(i):i.kind==="heights"?nC(i):null}function eC({normal:[i,t,e],centre:[n,s,r]}){return e>1e-6?(o,a)=>r-(i*(o-n)+t*(a-s))/e:null}function nC({x:i,y:t,z:e}){return(n,s)=>{let[r,o]=fx(i,n),[a,l]=fx(t,s),[c,h]=[e[a],e[a+1]];return(1-l)*((1-o)*c[r]+o*c[r+1])+l*((1-o)*h[r]+o*h[r+1])}}function fx(i,t){let e=Math.min(ai(i,t),i.length-2);return[e,Math.min(Math.max((t-i[e])/(i[e+1]-i[e]),0),1)]}function iC(i,t,e,n,s){let r=new T().subVectors(e,t),o=r.lengthSq();if(!(o>0))return!1;let a=new T().subVectors(i,t).dot(r)/o;return a<0||a>1?!1:t.clone().addScaledVector(r,a).distanceTo(i)<n+a*(s-n)}var sC=new T(1,0,0),rC=new Kn(1,1,1,16).translate(0,.5,0).rotateZ(-Math.PI/2),oC=new il(1,1,24).translate(0,.5,0).rotateZ(-Math.PI/2),px=3,aC=2.4,Js=class{group=new ye;#t=new qe({roughness:.6});#e=new ie(rC,this.#t);#n=new ie(oC,this.#t);#i=new ve;#s=new T;constructor(t){this.radius=t,this.group.add(this.#e,this.#n);for(let e of[this.#e,this.#n])e.frustumCulled=!1}point(t,e,n){let s=Math.min(px*aC*this.radius,n),r=s/px;this.#n.scale.set(s,r,r),this.#n.position.set(n-s,0,0),this.#e.visible=n>s,this.#e.scale.set(Math.max(n-s,1e-9),this.radius,this.radius),this.group.position.copy(t),this.group.quaternion.copy(this.#i.setFromUnitVectors(sC,this.#s.copy(e)))}paint(t){this.#t.color.set(t)}};var lC=.5,cC=.015,hC=.007,Ju=class{group=new ye;#t=[];#e=new T;#n=new T;constructor({forces:t,links:e},n,s,r){if(Object.assign(this,{track:n,most:s,reach:r}),!(!t||n.empty))for(let{name:o,values:a}of t)e.forEach((l,c)=>{let h=new Js(hC*r);h.group.visible=!1,this.group.add(h.group),this.#t.push({arrow:h,name:o,values:a,link:c})})}update(t){for(let{arrow:e,values:n,link:s}of this.#t){this.#n.set(...[0,1,2].map(o=>Si(this.track.times,n.curve(3*s+o),t)||0));let r=this.#n.length()/this.most;e.group.visible=r>cC,e.group.visible&&(this.track.positionInto(s,this.#e),e.point(this.#e,this.#n.normalize(),lC*this.reach*Math.min(r,1)))}}paint(t){for(let{arrow:e,name:n}of this.#t)e.paint(t[n])}};var Qp=.9;function tm(i,t){let e=i.filter(n=>!(n.frame>Qp*n.nFrames&&gx(n,t)));return mx((e.length?e:i).map(n=>n.comInto(new T)),t)}function em(i,t){let e=i.flatMap(n=>{let s=Math.max(1,Math.floor(n.nFrames/300)),r=Math.max(1,Math.floor(n.nFrames*(gx(n,t)?Qp:1)));return Array.from({length:Math.ceil(r/s)},(o,a)=>Ku(n,a*s))});return mx(e,t)}function mx(i,t){let e=new T;if(!i.length)return{centre:e,radius:t};let n=i[0].clone(),s=i[0].clone();for(let r of i)n.min(r),s.max(r);return e.addVectors(n,s).multiplyScalar(.5),{centre:e,radius:t+Math.max(...i.map(r=>r.distanceTo(e)))}}function gx(i,t){let e=i.nFrames;if(e<=20)return!1;let n=Ku(i,Math.floor(Qp*e));return Ku(i,e-1).distanceTo(n)>3*n.distanceTo(Ku(i,0))+t}function Ku(i,t){return new T(...[0,1,2].map(e=>i.com.data[e*i.nFrames+t]))}var uC=.3,Qu=class{group=new ye;#t=[];#e=!1;#n=[[1,.35],[1.2,.6],[2.8,1]].map(([t,e])=>new _i({linewidth:t,transparent:!0,opacity:e,depthWrite:!1}));constructor({futures:t},e){if(!t||e)return;this.lasting=uC*t.ahead;let n=0;t.moments.forEach((s,r)=>{let[o,a]=[t.counts[r],t.elite[r]],l=Array.from({length:o},(d,f)=>fC(t.ways,n+f));n+=o;let c=a>0?1:0,h=[l.slice(a),l.slice(c,a),l.slice(0,c)],u=new ye;h.forEach((d,f)=>d.length&&u.add(this.#i(d,f))),this.#t.push({moment:s,group:u}),this.group.add(u)})}show(t,e){for(let s of this.group.children)s.children.forEach(r=>r.geometry.dispose());this.group.clear(),this.#t=[];let n=e>0?1:0;[t.slice(e),t.slice(n,e),t.slice(0,n)].forEach((s,r)=>{s.length&&this.group.add(new ye().add(this.#i(s,r)))})}showSampled(t){this.#e=t;for(let e of this.group.children)for(let n of e.children)n.sampled&&(n.visible=t)}#i(t,e){let n=dC(t,this.#n[e]);return Object.assign(n,{sampled:e===0,visible:e>0||this.#e})}update(t){for(let{moment:e,group:n}of this.#t)n.visible=t>=e-1e-9&&t<e+this.lasting}paint(...t){this.#n.forEach((e,n)=>e.color.set(t[n]))}};function dC(i,t){let e=i.length===1?new ws(new zi().setPositions(i[0]),t):new ia(new Sr().setPositions(i.flatMap(pC)),t);return e.frustumCulled=!1,e}function fC(i,t){let e=[];for(let n=0;n<i.nRows;n++)for(let s of[0,1,2])e.push(i.data[(3*t+s)*i.nRows+n]);return e}function pC(i){let t=[];for(let e=3;e<i.length;e+=3)t.push(...i.slice(e-3,e+3));return t}var mC=.001,gC=new Qn(1,20,12),td=class{group=new ye;#t=new fr({size:2.5,sizeAttenuation:!1,transparent:!0,opacity:.75});#e=new ui;#n=new _i({linewidth:3,depthTest:!1,transparent:!0});#i=new Jn({transparent:!0,opacity:.35,depthWrite:!1,depthTest:!1});#s=[];#r=null;#o=null;constructor({map:t},e){this.track=e,t&&!e.empty&&this.take(t)}take(t){let e=this.map??{};this.map=t,t.points!==e.points&&(this.#r=this.#l(this.#r,t.points&&new Or(_x(t.points),this.#t))),t.keyframes!==e.keyframes&&(this.#o=this.#l(this.#o,t.keyframes&&new Bi(_x(t.keyframes),this.#e))),this.#a(t,e)}#l(t,e){return t&&this.group.remove(t),t?.geometry.dispose(),e&&this.group.add(e),e||null}#a({body:t,ellipsoids:e,places:n},s){let r=!!t;r&&(!this.curve||t.nCurves!==s.body?.nCurves)&&(this.places=t.nCurves/3,this.curve=this.#l(this.curve,new ws(new zi,this.#n)),this.curve.frustumCulled=!1,this.curve.renderOrder=2);let o=r&&e?n:[];for(;this.#s.length>o.length;)this.group.remove(this.#s.pop().mesh);o.forEach((a,l)=>{if(!this.#s[l]){let c=new ie(gC,this.#i);c.matrixAutoUpdate=!1,this.#s.push({mesh:c,place:a}),this.group.add(c)}this.#s[l].place=a}),this.curve&&(this.curve.visible=r)}update(t){if(!this.map?.body)return;let{times:e}=this.map,n=e?ai(e.curve(0),t+1e-9):this.track.frame,{body:s,ellipsoids:r}=this.map,o=(l,c)=>l.data[c*l.nRows+n],a=Array.from({length:3*this.places},(l,c)=>o(s,c));this.curve.geometry.setPositions(a),this.#s.forEach(({mesh:l,place:c},h)=>{let u=f=>o(r,9*h+f),d=new Se().set(u(0),u(1),u(2),a[3*c],u(3),u(4),u(5),a[3*c+1],u(6),u(7),u(8),a[3*c+2],0,0,0,1);for(let f of[0,5,10])d.elements[f]=Math.max(d.elements[f],mC);l.matrix.copy(d)})}paint(t,e){this.#t.color.set(t),this.#e.color.set(e),this.#n.color.set(e),this.#i.color.set(e)}};function _x(i){let t=i.nRows,e=new Float32Array(3*t);for(let n=0;n<t;n++)for(let s of[0,1,2])e[3*n+s]=i.data[s*t+n];return new Re().setAttribute("position",new Sn(e,3))}var _C=[["grass",/grass|lawn|turf|meadow|field/],["sand",/sand|beach|dune|desert/],["gravel",/gravel|pebble|shingle|ballast/],["rock",/rock|stone|boulder|cliff|cobble/]],yx=.035,xC=.75,yC=.16,vC=`
  float under = (level - spot.z) / deep;
  if (under > -1.0) {
    float wobble = 0.5 * sin(spot.x * 2.1 / deep * 0.16 + 1.7 * sin(spot.y * 0.9 / deep * 0.16)) + 0.5 * sin(spot.x * 5.3 / deep * 0.16 + 0.7);
    diffuseColor.rgb *= mix(1.0, 0.66, smoothstep(-0.22 + 0.06 * wobble, 0.0, under));
    diffuseColor.rgb *= exp(-max(under, 0.0) * vec3(0.9, 0.16, 0.1));
    float foam = smoothstep(0.03, 0.008, abs(under - 0.012 - 0.012 * wobble));
    diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.95), 0.75 * foam);
  }`,bC={grass:"#6b5a45",sand:"#b39a6f",gravel:"#6d675f",rock:"#77726b",soil:"#8d8071"};function ed(i){return _C.find(([,t])=>t.test((i??"").toLowerCase()))?.[0]??"soil"}function vx(i,t,e=-1/0){let n=ed(i.name),{geometry:s,border:r,low:o}=i.kind==="heights"?MC(i):TC(i),a=Math.max(Wu[n],.22*t);AC(s,a);let l=new ie(s,SC(n,e,t)),c=new ie(CC(r,o),new qe({color:bC[n],roughness:1,side:Mn,vertexColors:!0}));return l.receiveShadow=!0,l.castShadow=i.kind==="heights",{top:l,skirt:c}}function SC(i,t,e){let{texture:n,mean:s}=Xu(i),r={polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:1},o=new qe({map:n,roughness:.97,metalness:0,vertexColors:!0,side:Mn,...r});return o.onBeforeCompile=a=>{Object.assign(a.uniforms,{mean:{value:s},level:{value:Math.max(t,-1e9)},deep:{value:yC*e}}),a.vertexShader=a.vertexShader.replace("#include <common>",`#include <common>
varying vec3 spot;`).replace("#include <project_vertex>",`#include <project_vertex>
spot = (modelMatrix * vec4(transformed, 1.0)).xyz;`),a.fragmentShader=a.fragmentShader.replace("#include <common>",`#include <common>
uniform vec3 mean;
uniform float level;
uniform float deep;
varying vec3 spot;
${qu}`).replace("#include <map_fragment>",`diffuseColor.rgb *= layered(map, vMapUv, mean);
${vC}`)},o}function MC({x:i,y:t,z:e}){let[n,s]=[i.length,t.length],r=new Float32Array(3*n*s);t.forEach((d,f)=>i.forEach((p,_)=>r.set([p,d,e[f][_]],3*(f*n+_))));let o=[];for(let d=0;d+1<s;d++)for(let f=0;f+1<n;f++){let p=d*n+f;o.push(p,p+1,p+n,p+n,p+1,p+n+1)}let a=new Re().setAttribute("position",new re(r,3)).setIndex(o);a.computeVertexNormals(),a.setAttribute("color",new re(wC(e,a.attributes.normal),3));let l=(d,f)=>new T(i[d],t[f],e[f][d]),c=[...i.map((d,f)=>l(f,0)),...t.slice(1).map((d,f)=>l(n-1,f+1)),...i.slice(1).map((d,f)=>l(n-2-f,s-1)),...t.slice(1).map((d,f)=>l(0,s-2-f))],u=e.flat().reduce((d,f)=>Math.min(d,f),1/0);return{geometry:a,border:c,low:u-yx*Math.max(i.at(-1)-i[0],t.at(-1)-t[0])}}function wC(i,t){let[e,n]=[i.length,i[0].length],s=xx(xx(i,3),3),r=0;i.forEach((a,l)=>a.forEach((c,h)=>{r+=(c-s[l][h])**2})),r=Math.sqrt(r/(n*e))||1;let o=new Float32Array(3*n*e);return i.forEach((a,l)=>a.forEach((c,h)=>{let u=l*n+h,d=Math.min(Math.max((c-s[l][h])/(2*r),-1),1),f=1-t.getZ(u),p=Math.max(.3,1-.5*xC*Math.max(-d,0)+.12*Math.max(d,0)-.55*f);o.fill(p,3*u,3*u+3)})),o}function xx(i,t){let e=i.map(n=>n.map((s,r)=>EC(n,r,t)));return e.map((n,s)=>n.map((r,o)=>{let[a,l]=[0,0];for(let c=Math.max(0,s-t);c<=Math.min(i.length-1,s+t);c++,l++)a+=e[c][o];return a/l}))}function EC(i,t,e){let[n,s]=[0,0];for(let r=Math.max(0,t-e);r<=Math.min(i.length-1,t+e);r++,s++)n+=i[r];return n/s}function TC({normal:i,centre:t,half:e}){let n=new ve().setFromUnitVectors(new T(0,0,1),new T(...i)),s=[[-1,-1],[1,-1],[1,1],[-1,1],[-1,-1]].map(([a,l])=>new T(a*e,l*e,0).applyQuaternion(n).add(new T(...t))),r=s.slice(0,4).flatMap(a=>a.toArray()),o=new Re().setAttribute("position",new re(r,3)).setIndex([0,1,2,0,2,3]);return o.computeVertexNormals(),o.setAttribute("color",new re(new Float32Array(12).fill(1),3)),{geometry:o,border:s,low:Math.min(...s.map(({z:a})=>a))-2*yx*e}}function AC(i,t){let{position:e}=i.attributes,n=new Float32Array(2*e.count);for(let s=0;s<e.count;s++)n.set([e.getX(s)/t,(e.getY(s)+.4*e.getZ(s))/t],2*s);i.setAttribute("uv",new re(n,2))}function CC(i,t){let[e,n,s]=[[],[],[]],[r,o]=[new Wt(1,1,1),new Wt(.45,.45,.45)];i.forEach(({x:l,y:c,z:h},u)=>{e.push(l,c,h,l,c,t),n.push(...r.toArray(),...o.toArray()),u&&s.push(2*u-2,2*u-1,2*u,2*u,2*u-1,2*u+1)});let a=new Re;return a.setAttribute("position",new re(e,3)).setAttribute("color",new re(n,3)),a.setIndex(s).computeVertexNormals(),a}var bx=5,RC=400;function PC(i){let t=10**Math.floor(Math.log10(i)),e=i/t;return t*(e>=5?5:e>=2?2:1)}var Hl=class{#t;#e;#n=()=>{};constructor(t){this.cell=PC(t/2.2),this.#e=9*t,this.radius=this.#e,this.focus=new T,this.#t={cell:{value:this.cell},radius:{value:this.radius},focus:{value:this.focus},ink:{value:new Wt},strength:{value:1}},this.material=new ti({uniforms:this.#t,vertexShader:DC,fragmentShader:NC,transparent:!0,depthWrite:!1,side:Mn})}centre(t){this.focus.copy(t)}spread(t){this.radius=Math.max(this.#e,t),this.#t.radius.value=this.radius,this.#n(this.radius)}onSpread(t){this.#n=t,t(this.radius)}paint(t,e){this.#t.ink.value.set(t),this.#t.strength.value=e}get sides(){return[this.cell,bx*this.cell]}},nd=class{group=new ye;#t;#e=null;#n={focus:{value:new T},radius:{value:1},squares:{value:1},tile:{value:1},contrast:{value:0}};constructor(t,e){this.#t=new Hl(e),this.height=t.height;let n=RC*e,s=new ie(new pr(n,n),this.#t.material);s.renderOrder=-2,this.group.add(s),this.group.position.z=t.height,this.solid=t.kind==="plane",this.natural=this.solid&&ed(t.name)!=="soil"?ed(t.name):null,this.solid&&this.#i(n,e)}centre(t){this.group.position.set(t.x,t.y,this.height),this.#t.centre(this.group.position),this.#n.focus.value.copy(this.group.position)}paint(t,e,n){this.#t.paint(t,this.natural?.55*e:e),this.#e&&!this.natural&&this.#e.material.color.set(n)}get squares(){return{lines:this.#t,normal:new T(0,0,1),point:this.group.position}}#i(t,e){let n=new qe({roughness:.82,metalness:0,transparent:!0,depthWrite:!1}),{texture:s,mean:r}=this.natural?Xu(this.natural):{};s&&Object.assign(n,{map:s,roughness:.97}),this.#n.mean={value:r??new Wt(1,1,1)},this.#n.squares.value=this.#t.sides[1],this.#n.tile.value=this.natural?Math.max(Wu[this.natural],.22*e):1,this.#n.contrast.value=this.natural?0:.045,n.onBeforeCompile=o=>{Object.assign(o.uniforms,this.#n),o.vertexShader=o.vertexShader.replace("#include <common>",`#include <common>
varying vec3 place;`).replace("#include <project_vertex>",`#include <project_vertex>
place = (modelMatrix * vec4(transformed, 1.0)).xyz;`),o.fragmentShader=o.fragmentShader.replace("#include <common>",`#include <common>
${IC}`).replace("#include <map_fragment>",LC)},this.#e=new ie(new pr(t,t),n),this.#e.receiveShadow=!0,this.#e.renderOrder=-3,this.#t.onSpread(o=>{this.#n.radius.value=1.5*o}),this.group.add(this.#e)}},IC=`
  varying vec3 place;
  uniform vec3 focus;
  uniform float radius;
  uniform float squares;
  uniform float tile;
  uniform float contrast;
  uniform vec3 mean;
  ${qu}
  // Integral of a wave that is +1 and -1 in turn, for squares that blur instead of flickering.
  vec2 wave(vec2 at) { return abs(fract(at * 0.5) * 2.0 - 1.0) * 2.0; }`,LC=`
  vec2 at = place.xy / squares;
  vec2 wide = max(fwidth(at), vec2(1e-5));
  vec2 mixed = clamp((wave(at + 0.5 * wide) - wave(at - 0.5 * wide)) / wide * 0.5, -1.0, 1.0);
  diffuseColor.rgb *= 1.0 + contrast * mixed.x * mixed.y;
  #ifdef USE_MAP
    diffuseColor.rgb *= layered(map, place.xy / tile, mean);
  #endif
  diffuseColor.a *= 1.0 - smoothstep(0.25, 1.0, distance(place.xy, focus.xy) / radius);`,DC=`
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`,NC=`
  varying vec3 place;
  uniform float cell;
  uniform float radius;
  uniform vec3 focus;
  uniform vec3 ink;
  uniform float strength;

  float lines(float width, float weight) {
    vec2 at = place.xy / width;
    vec2 slope = fwidth(at);
    vec2 away = abs(fract(at - 0.5) - 0.5) / max(slope, vec2(1e-6));
    vec2 line = 1.0 - min(away / weight, vec2(1.0));
    vec2 fade = 1.0 - smoothstep(vec2(0.2), vec2(0.5), slope);
    line *= fade;
    return max(line.x, line.y);
  }

  void main() {
    float far = 1.0 - smoothstep(0.15, 1.0, distance(place.xy, focus.xy) / radius);
    float shown = max(0.42 * lines(cell, 1.0), lines(cell * ${bx}.0, 1.3));
    gl_FragColor = vec4(ink, shown * far * strength);
    #include <colorspace_fragment>
  }`;var OC=.02,UC=.9,FC=.003;function Sx(i,t,e){let{head:n,links:s}=i;if(!n)return null;let[r,o,a,l,c]=[new ve,new T,new T,new T,new T],h=s[n.link].height||s[n.link].width;return u=>{t.turnInto(n.link,r),o.set(n.end,0,0).applyQuaternion(r),a.set(0,0,1).addScaledVector(o,-o.z),a.lengthSq()<1e-4&&a.set(0,0,1).applyQuaternion(r),a.normalize(),zl(t,i,"head",l).addScaledVector(o,OC*e).addScaledVector(a,UC*h),u.position.copy(l),u.up.copy(a),u.near=FC*e,u.updateProjectionMatrix(),u.lookAt(c.copy(l).add(o))}}function id(i,t,e,n,s,r=0){let o=b("span",{class:"bar"});o.style.background=s;let a=b("div",{class:"colour-legend",id:i},b("span",{class:"title"},t),o,b("span",{class:"ends"},b("span",{}),b("span",{})));return sd(a,r,e,n),a}function sd(i,t,e,n){let[s,r]=i.querySelectorAll(".ends span");s.textContent=t?`≤ ${ee(t,2)}`:"0",r.textContent=`≥ ${ee(e,2)} ${Ye(n)}`}var Wl=class{#t=new Map;constructor(t,e){this.units=e,this.node=b("div",{class:"colour-legend",id:t,hidden:!0})}show(t,e){this.#t.has(t)||(this.#t.set(t,b("span",{class:`arrow ${t}`})),this.node.append(this.#t.get(t)));let n=this.#t.get(t);n.hidden=!(e>0),n.hidden||(n.textContent=`${t}: longest arrow ${ee(e,2)} ${Ye(this.units[t])}`),this.node.hidden=[...this.#t.values()].every(({hidden:s})=>s)}};function Mx(){let i=(t,e)=>b("span",{class:`line ${t}`},e);return b("div",{class:"colour-legend",id:"futures-legend"},b("span",{class:"title"},"Predicted paths of the head"),i("futures","sampled"),i("elite","elite"),i("best","best"))}function wx(){let i=(t,e)=>b("span",{class:`line ${t}`},e);return b("div",{class:"colour-legend",id:"map-legend"},b("span",{class:"title"},"Map and estimate"),i("mapped","map points"),i("estimate","keyframes (pyramids), and the estimated body with ellipsoids of two standard deviations"),b("span",{id:"map-status"}))}var Ex=.98;function Tx(i,t){let e=[BC(t)],n=kC(i);return n&&e.push(n),e.filter(s=>s.most>0)}function Ax(i,t,e){let{least:n=0,most:s}=i,[r,o,a]=Gl((t-n)/(s-n));return e.setRGB(r/255,o/255,a/255,Je)}function BC(i){return{name:"speed",word:"by speed",title:"Speed of each link",unit:"m/s",most:Math.max(0,...i.map(e=>e.empty?0:ds(e.allSpeeds(),Ex,2e4)||0)),of:(e,n,s)=>i[e].speed(s)}}function nm(i){let t=i==="N";return{name:"effort",word:t?"by |force|":"by |torque|",title:t?"Largest |force| of each section":"Largest |torque| at the joints of each link",unit:i}}function kC(i){let t=i.map(o=>o.replay.efforts);if(t.some(o=>o===null||o.unit!==t[0].unit))return null;let{unit:e}=t[0],n=i.map(o=>o.charts.find(a=>a.name===(e==="N"?"tau.m":"tau.rad")));if(n.some(o=>!o))return null;let s=Math.max(...n.map(o=>ds(o.values.data.map(Math.abs),Ex,2e4)||0)),r=(o,a,l,c)=>{let h=n[o].times.curve(0),u=t[o].coordinates[a].map(d=>Math.abs(Si(h,n[o].values.curve(d),c)));return Math.max(0,...u.filter(Number.isFinite))};return{...nm(e),most:s,of:r}}var rd=[16,11],zC=.4,VC=.55,GC=3;function Cx(i,t,e){let n=e.flatMap(({lines:r,...o})=>{let a=HC(i,t,o,r);return r.sides.filter(l=>XC(a,l))}),s=[...new Set(n)].sort((r,o)=>r-o);return s.length?`grid of ${s.map(r=>ee(r,3)).join(" and ")} m`:""}function HC(i,t,e,{focus:n,radius:s}){let r=[];for(let o=0;o<rd[0];o++)for(let a=0;a<rd[1];a++){let[l,c]=[2*(o+.5)/rd[0]-1,2*(a+.5)/rd[1]-1],[h,u,d]=[[l,c],[l+2/t.x,c],[l,c+2/t.y]].map(([p,_])=>WC(i,p,_,e));if(!h||!u||!d||Math.hypot(h.x-n.x,h.y-n.y)>VC*s)continue;let f=Math.max(...["x","y"].map(p=>Math.abs(u[p]-h[p])+Math.abs(d[p]-h[p])));r.push({x:h.x,y:h.y,pixel:f})}return r}function WC(i,t,e,{normal:n,point:s}){let r=new T(t,e,.5).unproject(i).sub(i.position).normalize(),o=new T().subVectors(s,i.position).dot(n)/r.dot(n);return o>0&&Number.isFinite(o)?r.multiplyScalar(o).add(i.position):null}function XC(i,t){let e=i.filter(({pixel:n})=>n<zC*t);return e.length<GC?!1:["x","y"].every(n=>{let s=e.map(r=>r[n]/t);return Math.floor(Math.max(...s))-Math.ceil(Math.min(...s))>=1})}var jr=48,qC=.2;function im(i,t){let e=i.map(o=>new T(...o)),n=$C(e),s=[],r=YC(n[0]);return e.forEach((o,a)=>{let[l,c]=[n[Math.max(a-1,0)],n[Math.min(a,n.length-1)]],h=l.clone().add(c).normalize();r=r.clone().addScaledVector(l,-r.dot(l)).normalize(),s.push(ZC(o,l,h,r,t[a]))}),jC(s)}function $C(i){let t=i.slice(1).map((n,s)=>n.clone().sub(i[s])),e=t.find(n=>n.length()>0);return t.forEach((n,s)=>n.length()>0?n.normalize():n.copy(s?t[s-1]:e.clone().normalize())),t}function YC(i){return(Math.abs(i.z)<.9?new T(0,0,1):new T(1,0,0)).cross(i).normalize()}function ZC(i,t,e,n,s){let r=new T().crossVectors(t,n),o=Math.max(t.dot(e),qC);return Array.from({length:jr+1},(a,l)=>{let c=2*Math.PI*l/jr,h=n.clone().multiplyScalar(Math.cos(c)*s).addScaledVector(r,Math.sin(c)*s);return h.addScaledVector(t,-h.dot(e)/o).add(i)})}function jC(i){let t=[];for(let n=0;n+1<i.length;n++)for(let s=0;s<jr;s++){let r=n*(jr+1)+s;t.push(r,r+1,r+jr+1,r+jr+1,r+1,r+jr+2)}let e=new Re;return e.setAttribute("position",new re(i.flat().flatMap(n=>n.toArray()),3)).setIndex(t),e.computeVertexNormals(),e}var Rx=[.1,.8],JC=.035,KC=7,QC=40,tR=.04,od=class{group=new ye;#t=new qe({roughness:.45,metalness:.15,side:An});#e=eR();#n=new qe({roughness:.4,metalness:.35});constructor({line:t,radii:e,wall:n}){let s=n??tR*Math.max(...e),r=im(t,e),o=im(t,e.map(h=>h+s));Px(r,t[0]),Px(o,t[0]);let a=new ie(r,this.#t);a.receiveShadow=!0;let l=new ie(o,this.#e);l.renderOrder=3,this.group.add(a,l);let c=t.map(h=>new T(...h));this.#i(c[0],c[1],e[0],s),this.#i(c.at(-1),c.at(-2),e.at(-1),s),this.#s(c,e,s)}paint(t,e){this.#t.color.set(t),this.#e.color.set(t),this.#n.color.set(e)}#i(t,e,n,s){let r=t.clone().sub(e).normalize(),o=new ie(new ul(n,n+s,64,1),this.#n);o.position.copy(t),o.quaternion.setFromUnitVectors(new T(0,0,1),r),this.group.add(o),this.#r(t,r,n+s)}#s(t,e,n){let s=t.slice(1).map((a,l)=>a.distanceTo(t[l])),r=s.reduce((a,l)=>a+l,0),o=Math.min(Math.round(r/(KC*Math.max(...e))),QC);for(let a=1;a<o;a++){let[l,c]=[a/o*r,0];for(;c+1<s.length&&l>s[c];)l-=s[c++];let h=s[c]>0?l/s[c]:0,u=e[c]+h*(e[c+1]-e[c])+n;this.#r(t[c].clone().lerp(t[c+1],h),t[c+1].clone().sub(t[c]),u)}}#r(t,e,n){if(!(e.length()>0))return;let s=new ie(new zr(n,JC*n,10,72),this.#n);s.position.copy(t),s.quaternion.copy(new ve().setFromUnitVectors(new T(0,0,1),e.normalize())),this.group.add(s)}};function eR(){let i=new qe({roughness:.12,metalness:0,transparent:!0,depthWrite:!1,side:xs});return i.onBeforeCompile=t=>{t.fragmentShader=t.fragmentShader.replace("#include <opaque_fragment>",`float across = abs(dot(normalize(vViewPosition), normal));
      diffuseColor.a *= mix(${Rx[1].toFixed(2)}, ${Rx[0].toFixed(2)}, pow(across, 0.7));
      #include <opaque_fragment>`)},i}function Px(i,[t,e,n]){let{position:s,normal:r}=i.attributes;if(new T().fromBufferAttribute(s,0).sub(new T(t,e,n)).dot(new T().fromBufferAttribute(r,0))>0)return;let a=i.index.array;for(let l=0;l<a.length;l+=3)[a[l+1],a[l+2]]=[a[l+2],a[l+1]];i.computeVertexNormals()}var nR=30,iR=1.5;function Ix({outlines:i,lower:t,upper:e}){return i.map(({points:n,outside:s})=>{let r=n.map(([l,c])=>new ft(l,c)),o=s?sR(r,t,e):new qs(r),a=new kr(o,{depth:e[2]-t[2],bevelEnabled:!1}).translate(0,0,t[2]);return{geometry:a,edges:new Xs(a,nR)}})}function Lx({lower:i,upper:t}){return[0,1].flatMap(e=>{let n=new T().setComponent(e,1);return[new ln(n,-i[e]),new ln(n.clone().negate(),t[e])]})}function sR(i,[t,e],[n,s]){let[r,o]=[[t,n,...i.map(l=>l.x)],[e,s,...i.map(l=>l.y)]].map(l=>{let[c,h]=[Math.min(...l),Math.max(...l)],u=(iR-1)*(h-c);return[c-u,h+u]}),a=new qs([[r[0],o[0]],[r[1],o[0]],[r[1],o[1]],[r[0],o[1]]].map(l=>new ft(...l)));return i.length>2&&a.holes.push(new Fr(i)),a}var Dx=[.94,.5],rR=["slope","heights","block","pole","pipe","walls"];function Nx(i){return rR.includes(i.kind)}var ad=class{group=new ye;#t=[];#e=new ui({transparent:!0});#n=null;#i=null;#s=new T(0,0,1);#r=new T;constructor(t,e,n=-1/0){if(this.ground=t.kind==="slope"||t.kind==="heights",t.normal&&this.#s.set(...t.normal),this.ground?this.#o(t,e,n):t.kind==="pipe"?this.group.add((this.#i=new od(t)).group):t.kind==="walls"?this.#l(t):this.#a(t.kind==="block"?new Ai(...t.size):oR(t)),t.kind==="block"){let[s,r,o,a]=t.turn;this.group.quaternion.set(r,o,a,s),this.group.position.set(...t.centre)}t.kind==="pole"&&this.#c(t)}get squares(){return this.#n&&{lines:this.#n,normal:this.#s,point:this.#r}}centre(t,e){this.#n?.centre(t),this.#r.set(t.x,t.y,e)}paint(t,e,n){for(let s of this.#t)s.color.set(t);this.#e.color.set(e),this.#e.opacity=.9*n,this.#n?.paint(e,.5*n),this.#i?.paint(t,e)}#o(t,e,n){let{top:s,skirt:r}=vx(t,e,n);this.#n=new Hl(e);let o=new ie(s.geometry,this.#n.material);o.renderOrder=1,this.group.add(s,r,o)}#l(t){let e=this.#e.clippingPlanes=Lx(t),n=r=>this.#h({transparent:!0,opacity:r,clippingPlanes:e,depthWrite:r>.9,side:Mn}),s=[n(Dx[0]),n(Dx[1])];for(let{geometry:r,edges:o}of Ix(t)){let a=new ie(r,s);a.receiveShadow=!0,a.renderOrder=3,this.group.add(a,new Bi(o,this.#e))}}#a(t){let e=new ie(t,this.#h({polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:1}));e.castShadow=e.receiveShadow=!0,this.group.add(e,new Bi(new Xs(t,30),this.#e))}#c({line:[t,e]}){let[n,s]=[new T(...t),new T(...e)];this.group.position.addVectors(n,s).multiplyScalar(.5),this.group.quaternion.setFromUnitVectors(new T(0,1,0),s.sub(n).normalize())}#h(t){let e=new qe({roughness:.75,metalness:0,...t});return this.#t.push(e),e}};function oR({radius:i,line:[t,e]}){return new Kn(i,i,new T(...t).distanceTo(new T(...e)),48)}var aR=.12,lR=new T(0,1,0),ld=class{group=new ye;theme="light";slack=new Wt;#t=[];#e=new ve;#n=new T;#i=[];constructor({cables:t,links:e},n,s){if(Object.assign(this,{data:t,track:n,most:s}),!t||n.empty)return;let r=t.links.flat().filter(l=>l!==null).map(l=>e[l].width||e[l].length/5),o=Math.max(1e-4,aR*Math.min(...r)/2),a=new Kn(o,o,1,10);this.#t=t.links.map(l=>{let c=new qe({roughness:.6}),h=l.slice(1).map(()=>new ie(a,c));for(let u of h)u.frustumCulled=!1;return this.group.add(...h),{material:c,pieces:h}})}update(t){this.#t.forEach(({material:e,pieces:n},s)=>{let[r,o]=[this.data.links[s],this.data.offsets[s]];r.forEach((l,c)=>this.#s(l,o[c],this.#i[c]??=new T)),n.forEach((l,c)=>{let[h,u]=[this.#i[c],this.#i[c+1]],d=this.#n.subVectors(u,h).length();l.visible=d>0,l.position.addVectors(h,u).multiplyScalar(.5),l.quaternion.setFromUnitVectors(lR,this.#n.divideScalar(d||1)),l.scale.y=d});let a=this.most>0?Si(this.track.times,this.data.tensions.curve(s),t):0;if(!(a>0))e.color.copy(this.slack);else{let[l,c,h]=Mr(a/this.most,this.theme);e.color.setRGB(l/255,c/255,h/255,Je)}})}#s(t,e,n){n.set(...e),t!==null&&(this.track.turnInto(t,this.#e),n.applyQuaternion(this.#e).add(this.track.positionInto(t,this.#n)))}paint(t,e){this.theme=t,this.slack.set(e)}};var Ox=.45,Ux=.01,cR=.35,Fx=.008,cd=class{group=new ye;arrows=!0;#t=[];#e=new ve;#n=new T;#i=new T;#s=new qe({roughness:.5,metalness:.3});constructor({propellers:t,links:e},n,s,r){if(Object.assign(this,{data:t,track:n,most:s,reach:r}),!t||n.empty)return;let o=Math.max(...e.map(({width:l})=>l),.05*r),a=new zr(.34*o,.06*o,10,32).rotateY(Math.PI/2);this.#t=t.links.map((l,c)=>{let h=new ie(a,this.#s),u=new Js(Fx*r);h.frustumCulled=!1;let d=new ve().setFromUnitVectors(new T(1,0,0),new T(...t.directions[c]));return this.group.add(h,u.group),{ring:h,arrow:u,link:l,own:d,offset:new T(...t.offsets[c]),direction:new T(...t.directions[c])}})}showArrows(t){this.arrows=t}update(t){this.#t.forEach(({ring:e,arrow:n,link:s,own:r,offset:o,direction:a},l)=>{this.track.turnInto(s,this.#e),this.track.positionInto(s,e.position).add(this.#n.copy(o).applyQuaternion(this.#e)),e.quaternion.copy(this.#e).multiply(r);let c=Si(this.track.times,this.data.thrusts.curve(l),t),h=this.most>0?c/this.most:0;n.group.visible=this.arrows&&Math.abs(h)>Ux,n.group.visible&&(this.#i.copy(a).applyQuaternion(this.#e).multiplyScalar(Math.sign(h)),n.point(e.position,this.#i,Ox*this.reach*Math.min(Math.abs(h),1)))})}paint(t,e){this.#s.color.set(e);for(let{arrow:n}of this.#t)n.paint(t)}},hd=class{group=new ye;#t=null;#e=new T;#n=new T;constructor({current:t},e,n,s){Object.assign(this,{data:t,track:e,most:n,reach:s}),!(!t||e.empty)&&(this.#t=new Js(1.4*Fx*s),this.group.add(this.#t.group))}update(t){if(!this.#t)return;this.#n.set(...[0,1,2].map(s=>Si(this.track.times,this.data.velocity.curve(s),t)));let e=this.most>0?this.#n.length()/this.most:0;if(this.#t.group.visible=e>Ux,!this.#t.group.visible)return;let n=Ox*this.reach*Math.min(e,1);this.#n.normalize(),this.track.comInto(this.#e).addScaledVector(this.#n,-n/2),this.#e.z+=cR*this.reach,this.#t.point(this.#e,this.#n,n)}paint(t){this.#t?.paint(t)}};var sm="still";function Bx(i,t,e){return i.length>1?uR(i,t,e):hR(t,e)}function hR(i,t){let e=Fn("Follow the centre of mass (f)",on.follow,()=>t(e.getAttribute("aria-pressed")==="true"?null:0),{class:"quiet",id:"follow","aria-pressed":String(i!==null)});return{node:e,show:n=>e.setAttribute("aria-pressed",n!==null)}}function uR(i,t,e){let n={all:"all",[sm]:null},r=b("select",{id:"follow",title:"Target of the camera (f)","aria-label":"Target of the camera",on:{change:()=>e(r.value in n?n[r.value]:Number(r.value))}},b("option",{value:"all"},"fit all"),i.map(({name:a},l)=>b("option",{value:String(l)},`follow ${a}`)),b("option",{value:sm},"fixed")),o=a=>{r.value=a===null?sm:String(a)};return o(t),{node:r,show:o}}var kx={shown:null,"1280×720":[1280,720],"1920×1080":[1920,1080],"3840×2160":[3840,2160],"1200×1200":[1200,1200]},dR=30,fR=500,pR=12e6,mR=["video/mp4;codecs=avc1","video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"],gR=["M4 8h3l2-3h6l2 3h3v11H4z","M12 10a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7"],_R={follow:"follows the robot",top:"from above",side:"from the side",head:"from the head",shown:"this view"};function Gx(i){let t=b("select",{id:"picture-size","aria-label":"Size of pictures and videos"},Object.keys(kx).map(p=>b("option",{value:p},p==="shown"?"as shown":p))),e=()=>kx[t.value],n=b("button",{type:"button",class:"layer",id:"save-picture",on:{click:async()=>zx(await xR(i,e()),`${Vx()}.png`)}},"Save picture (PNG)"),s=null,r=b("button",{type:"button",class:"layer",id:"save-video","aria-pressed":"false",on:{click:()=>s?s.stop():c()}},"Record video"),o=i.live?.film?b("select",{id:"video-camera","aria-label":"Camera of videos"},Object.entries(_R).map(([p,_])=>b("option",{value:p},_))):null,a=b("p",{class:"menu-note",id:"video-note",role:"status",hidden:!0}),l=p=>{a.textContent=p,a.hidden=!p},c=()=>{let p=i.player.time;l(""),r.setAttribute("aria-pressed","true"),r.textContent="Stop and save video",f.classList.add("recording"),s=yR(i,e(),u.checked,async _=>{s=null,r.setAttribute("aria-pressed","false"),r.textContent="Record video",f.classList.remove("recording");let g=o&&o.value!=="shown"?await h(p,i.player.time):null;(g??_.size)&&zx(g??_,`${Vx()}.${(g??_).type.includes("mp4")?"mp4":"webm"}`)})},h=async(p,_)=>{r.disabled=!0,l("Making the film ...");try{let g=await i.live.film({begin:p,end:_,view:o.value,size:e()??[1280,720]});return l(""),g}catch(g){return l(`The video shows this view, as no film could be made: ${g.message}`),null}finally{r.disabled=!1}},u=b("input",{type:"checkbox",id:"video-caption",checked:!0}),d=typeof MediaRecorder<"u",f=b("details",{class:"menu",id:"save"},b("summary",{class:"quiet",title:"Save a picture or a video","aria-label":"Save a picture or a video"},Is(gR)),b("div",{class:"menu-list"},b("label",{class:"menu-row"},"Size",t),n,d&&o?b("label",{class:"menu-row"},"Video",o):null,d?r:null,d?b("label",{class:"menu-row"},"Title and time in videos",u):null,a));return f}async function xR(i,t){let{stage:e}=i;return e.drawnAt(t,()=>new Promise(n=>e.canvas.toBlob(n,"image/png")))}function yR(i,t,e,n){let{stage:s,player:r}=i;r.play&&(r.pause(),r.setLoop(!1),r.seek(r.start));let o=s.resizeTo(t),a=document.createElement("canvas"),l=a.getContext("2d");s.filmed=()=>{let{width:g,height:m}=s.canvas;(a.width!==g||a.height!==m)&&Object.assign(a,{width:g,height:m}),l.drawImage(s.canvas,0,0),e&&vR(l,document.title,r.time,r.speed??1)},s.draw();let c=a.captureStream(dR),h=mR.find(g=>MediaRecorder.isTypeSupported(g)),u=new MediaRecorder(c,{mimeType:h,videoBitsPerSecond:pR}),d=[],f=()=>u.state==="recording"&&u.stop(),p=()=>r.playing===!1&&setTimeout(f,fR);u.ondataavailable=({data:g})=>g.size&&d.push(g),u.onstop=()=>{for(let g of c.getTracks())g.stop();s.filmed=null,o(),_=!0,n(new Blob(d,{type:u.mimeType.split(";")[0]}))};let _=!1;return u.start(500),r.play&&(r.play(),r.listen((g,m)=>!_&&m==="state"&&p())),s.ask(),{stop:f}}function vR(i,t,e,n){let{width:s,height:r}=i.canvas,o=r/720,a=`${e.toFixed(2)} s${n===1?"":`  ${n}×`}`;Object.assign(i,{font:`${Math.round(24*o)}px system-ui, sans-serif`,textBaseline:"top",lineJoin:"round",lineWidth:6*o,strokeStyle:"#fafaf7",fillStyle:"#222222"});let l=t;for(;l.length>1&&i.measureText(l).width>.7*s;)l=`${l.slice(0,-2).trimEnd()}…`;for(let[c,h,u]of[[l,"left",18*o],[a,"right",s-18*o]])i.textAlign=h,i.strokeText(c,u,14*o),i.fillText(c,u,14*o)}function zx(i,t){let e=b("a",{href:URL.createObjectURL(i),download:t});e.click(),setTimeout(()=>URL.revokeObjectURL(e.href),1e4)}function Vx(){return document.title.toLowerCase().replaceAll(/[^a-z0-9]+/g,"_").replaceAll(/^_|_$/g,"")||"snakelab"}var bR=[["top","Top","View from above (1)"],["side","Side","View from the side, along y (2)"],["front","Front","View from the front, along x (3)"],["head","Head","View from the head, forwards (4)"]];function Hx(i){let t=bR.filter(([a])=>a!=="head"||i.heads.some(Boolean)).map(([a,l,c])=>b("button",{type:"button",class:"quiet word",id:`look-${a}`,title:c,on:{click:()=>i.look(a)}},l)),e=Bx(i.runs,i.followed,a=>i.setFollowed(a)),n=b("select",{id:"colour-by","aria-label":"Colour of the links",title:"Quantity that colours the links",on:{change:()=>i.colourBy(n.value)}},b("option",{value:""},"plain"),i.measures.map(({name:a,word:l})=>b("option",{value:a},l))),s=MR(i),r=Gx(i);return wR([s.node,r]),{node:b("div",{class:"view-buttons",role:"group","aria-label":"Camera, layers and pictures"},...t,Fn("Reset the view (r)",on.reset,()=>i.look("reset"),{class:"quiet",id:"look-reset"}),e.node,i.hasWorlds?SR(i):"",s.node,n,r),followControl:e,layerButtons:s.buttons,trailChoice:s.trail}}function SR(i){let t=b("select",{id:"world",title:"Run whose ground, walls and water are drawn","aria-label":"World of",on:{change:()=>i.setWorld(Number(t.value))}},i.runs.map(({name:e},n)=>b("option",{value:String(n)},`world of ${e}`)));return t}function MR(i){let t=Object.fromEntries(i.layers.map(({name:s,word:r,title:o})=>[s,b("button",{type:"button",class:"layer",id:`show-${s}`,title:o,"aria-pressed":String(i.shown[s]),on:{click:()=>i.setLayer(s,!i.shown[s])}},b("span",{class:"mark"}),r)])),e=b("select",{id:"trail-of","aria-label":"Trail of",title:"Point that leaves a trail",on:{change:()=>i.trailOf(e.value)}},i.trails.map(({value:s,word:r})=>b("option",{value:s},r)));return{node:b("details",{class:"menu",id:"layers"},b("summary",{class:"quiet word",title:"Layers shown in addition to the body"},"Layers"),b("div",{class:"menu-list"},...Object.values(t),b("label",{class:"menu-row"},"Trail of",e))),buttons:t,trail:e}}function wR(i){let t=e=>i.forEach(n=>n!==e&&n.removeAttribute("open"));document.addEventListener("pointerdown",e=>t(i.find(n=>n.contains(e.target)))),document.addEventListener("keydown",e=>e.key==="Escape"&&t())}var Wx=.25,ER=.24,ud=class{group=new ye;#t=null;#e=new T;#n=new ve;#i=new Se;#s=new Wt;constructor(t,e,n){if(Object.assign(this,{track:e,full:n,theme:"light"}),this.data=t.touching,!this.data||e.empty)return;this.times=this.data.times.curve(0),this.radius=Math.max(...t.links.map(({width:r,height:o})=>Math.max(r,o)/2),.001),this.moving=new Map(this.data.moving.map((r,o)=>[r,o]));let s=new Jn({depthTest:!1,transparent:!0,opacity:.92,toneMapped:!1});this.#t=new Hs(new Qn(1,14,10),s,this.data.loads.nCurves),this.#t.instanceMatrix.setUsage(ts),this.#t.frustumCulled=!1,this.#t.renderOrder=5,this.group.add(this.#t)}update(t){if(!this.#t)return;let e=this.#r(t),{loads:n,links:s}=this.data,r=0;for(let o=0;o<n.nCurves;o++){let a=n.data[o*n.nRows+e];if(!(a>0))continue;let l=Math.min(a/this.full,1);this.track.turnInto(s[o],this.#n),this.#o(o,e).applyQuaternion(this.#n);let[c,h,u]=this.#e.toArray();this.track.positionInto(s[o],this.#e).add({x:c,y:h,z:u});let d=ER*this.radius*(Wx+(1-Wx)*Math.sqrt(l));this.#t.setMatrixAt(r,this.#i.makeScale(d,d,d).setPosition(this.#e));let[f,p,_]=Mr(l,this.theme);this.#t.setColorAt(r++,this.#s.setRGB(f/255,p/255,_/255,Je))}this.#t.count=r,this.#t.visible=r>0,this.#t.instanceMatrix.needsUpdate=!0,this.#t.instanceColor&&(this.#t.instanceColor.needsUpdate=!0)}#r(t){let e=ai(this.times,t);return e+1<this.times.length&&this.times[e+1]-t<t-this.times[e]?e+1:e}#o(t,e){let{offsets:n,tracks:s}=this.data,r=this.moving.get(t),o=a=>r===void 0?n.data[a*n.nRows+t]:s.data[(3*r+a)*s.nRows+e];return this.#e.set(o(0),o(1),o(2))}};var Xx={over:[.2,.68],shore:[.3,.82]},TR=.08,Pi=256,qx=.02,rm=700,AR=1.8,dd=class{group=new ye;#t=[];#e=new ui({transparent:!0,opacity:.6});#n=null;constructor({lower:t,upper:e,closed:n},s,r){this.top=r?Xx.over:Xx.shore,this.tile=3.2*s;let o=[t,e];for(let a of[0,1,2])for(let l of[0,1])n[l][a]&&this.#i(a,o[l][a],t,e,a===2&&l===1)}update(t,e){this.#n&&this.#n.offset.set(-(e.x/this.tile+qx)*t,-(e.y/this.tile+.6*qx)*t)}paint(t){for(let e of this.#t)e.color.set(t);this.#e.color.set(t)}#i(t,e,n,s,r){let[o,a]=[(t+1)%3,(t+2)%3],l=[[n[o],n[a]],[s[o],n[a]],[s[o],s[a]],[n[o],s[a]]].map(([d,f])=>{let p=[0,0,0];return[p[t],p[o],p[a]]=[e,d,f],p}),c=$x(l).setIndex([0,1,2,0,2,3]);r&&(c.setAttribute("uv",new re(l.flatMap(([d,f])=>[d/this.tile,f/this.tile]),2)),c.computeVertexNormals());let h=r?this.#s():new Jn({transparent:!0,opacity:TR,depthWrite:!1,side:Mn}),u=new ie(c,h);u.renderOrder=4,this.#t.push(h),this.group.add(u),r||this.group.add(new Bi($x(l.flatMap((d,f)=>[d,l[(f+1)%4]])),this.#e))}#s(){this.#n=RR();let t=new qe({roughness:.12,metalness:0,transparent:!0,depthWrite:!1,side:Mn,normalMap:this.#n});return t.normalScale.set(.24,.24),t.onBeforeCompile=e=>{e.fragmentShader=e.fragmentShader.replace("#include <opaque_fragment>",`float across = abs(dot(normalize(vViewPosition), normal));
        diffuseColor.a = mix(${this.top[1].toFixed(2)}, ${this.top[0].toFixed(2)}, pow(across, 0.6));
        // What the water mirrors: the brighter sky towards the horizon.
        outgoingLight = mix(outgoingLight, vec3(0.86, 0.93, 0.98), 0.55 * pow(1.0 - across, 3.0));
        #include <opaque_fragment>`)},t}},fd=class{group=new ye;#t;#e=new T;#n=null;#i=new T;#s=new T;constructor({current:t},e,n){if(Object.assign(this,{data:t,track:e,half:AR*n}),e.empty)return;let s=ra(7);this.#t=Float32Array.from({length:3*rm},s);let r=new Sn(new Float32Array(3*rm),3).setUsage(ts);this.material=new fr({size:.024*n,map:CR(),transparent:!0,opacity:.7,depthWrite:!1,sizeAttenuation:!0,fog:!1}),this.points=new Or(new Re().setAttribute("position",r),this.material),this.points.frustumCulled=!1,this.group.add(this.points)}velocity(t){return this.data?this.#s.set(...[0,1,2].map(e=>Si(this.track.times,this.data.velocity.curve(e),t)||0)):this.#s.set(0,0,0)}update(t){if(!this.points)return;let e=this.#n===null?0:t-this.#n;this.#n=t,this.#e.addScaledVector(this.velocity(t),e),this.track.comInto(this.#i);let{position:n}=this.points.geometry.attributes,s=2*this.half;for(let r=0;r<rm;r++)[0,1,2].forEach(o=>{let a=this.#i.getComponent(o),l=this.#t[3*r+o]*s+this.#e.getComponent(o)-a;n.array[3*r+o]=a+l-s*Math.floor(l/s)-this.half});n.needsUpdate=!0}paint(t){this.material?.color.set(t)}};function CR(){let i=document.createElement("canvas");i.width=i.height=32;let t=i.getContext("2d"),e=t.createRadialGradient(16,16,0,16,16,16);return e.addColorStop(.2,"rgb(255 255 255)"),e.addColorStop(1,"rgb(255 255 255 / 0%)"),t.fillStyle=e,t.fillRect(0,0,32,32),new Ur(i)}function RR(){let i=js(ra(11),[[5,1],[11,.6],[23,.35],[47,.15]],Pi),t=(s,r)=>i[(r+Pi)%Pi*Pi+(s+Pi)%Pi],e=new Uint8Array(4*Pi*Pi);for(let s=0;s<Pi;s++)for(let r=0;r<Pi;r++){let o=new T(30*(t(r-1,s)-t(r+1,s)),30*(t(r,s-1)-t(r,s+1)),1).normalize();e.set([127.5+127.5*o.x,127.5+127.5*o.y,127.5+127.5*o.z,255],4*(s*Pi+r))}let n=new Gs(e,Pi,Pi);return Object.assign(n,{wrapS:Ei,wrapT:Ei,magFilter:Tn,minFilter:di,generateMipmaps:!0,needsUpdate:!0}),n}function $x(i){return new Re().setAttribute("position",new re(i.flat(),3))}var PR=1.08,IR=1.6,oa=class{#t=new T;#e=1;#n;#i=new T;#s=null;#r=0;constructor(t,{runs:e,scene:n},s,r,o){Object.assign(this,{holder:t,runs:e,scene:n,chosen:s,player:r,theme:o}),this.picture=b("div",{class:"picture"}),t.append(this.picture),this.stage=new bu(this.picture,n.some(({kind:a})=>a==="submerged")),this.tracks=e.map(a=>new Mu(a.replay)),this.reach=Math.max(.001,...this.tracks.map((a,l)=>a.empty?0:a.reach(e[l].replay.links))),this.live=e[0].replay.live??null,this.measures=this.live?.measures??Tx(e,this.tracks),this.#o(n),this.#a(n),this.layers=this.#u(),this.shown=Object.fromEntries(this.layers.map(({name:a,first:l})=>[a,l])),this.#l(),this.#n=e.length>1?"all":0,this.followed=e.length>1||em(this.#m(),this.reach).radius>IR*this.reach?this.#n:null,this.#v(),this.stage.limitCamera((a,l)=>this.#x(a,l)),r.listen((a,l)=>l==="time"&&this.update()),s.listen(()=>{this.#l(),this.update()}),o.listen(()=>this.paint()),this.update(),this.paint(),this.look("reset")}update(){let{time:t}=this.player;this.tracks.forEach((n,s)=>{let r=this.chosen.visible[s]&&!n.empty,o=this.#h(s);for(let[a,l]of o)a.group.visible=r&&l;if(r){n.setTime(t);for(let[a,l]of o)l&&a.update(t)}});let e=this.motes.find((n,s)=>this.chosen.visible[s]);if(e)for(let n of this.waters)n.update(t,e.velocity(t));this.caustics?.update(t),this.stage.sky.setTime(t),this.#s&&this.#f(),this.#_(),this.stage.ask()}paint(){let{theme:t}=this,e=t.name==="dark",n=s=>t.colour(`--${s}`);this.stage.paint(e);for(let s of this.grounds)s.paint(n("grid"),.5,n("floor"));this.paths.forEach((s,r)=>s.paint(this.runs.length>1?this.#p(r):n("path")));for(let s of this.surfaces)s.paint(n("surface"),n("grid"),e?.7:.6);for(let s of[...this.waters,...this.streams])s.paint(n("water"));for(let s of this.motes)s.paint(n("mote"));for(let s of this.propellers)s.paint(n("thrust"),n("joint"));for(let s of this.cables)s.paint(t.name,n("joint"));for(let s of this.futures)s.paint(n("futures"),n("elite"),n("best"));for(let s of this.maps)s.paint(n("futures"),n("friction"));for(let s of this.touching)s.theme=t.name;for(let s of this.forces)s.paint({friction:n("friction"),drag:n("drag")});for(let s of[this.loadLegend,this.cableLegend])s&&(s.querySelector(".bar").style.background=Bu(t.name));this.#f(),this.update()}setLayer(t,e){t in this.shown&&(this.shown[t]=e,this.layerButtons[t].setAttribute("aria-pressed",String(e)),this.#y(),this.update(),this.onChoice?.())}setContact(t){this.setLayer("contact",t)}get contact(){return!!this.shown.contact}trailOf(t){this.trail=t;for(let e of this.paths)e.of(t);this.update()}get follow(){return this.followed!==null}setFollow(t){this.setFollowed(t?this.#n:null)}setFollowed(t){t!==null&&(this.#n=t),this.followed=t,this.followControl.show(t),this.update(),this.look("reset")}look(t){let e=t==="head"&&this.heads[this.#d()];if(t==="head"&&!e||(this.stage.ride(e||null),e))return;let{centre:n,radius:s}=this.follow?this.#g():em(this.#m(),this.reach);this.stage.look(t,n,PR*s)}turn(t,e){this.stage.turn(t,e)}zoom(t){this.stage.zoom(t)}colourBy(t){this.#s=this.measures.find(e=>e.name===t)??null,this.showMeasure(),this.onChoice?.()}showMeasure(){if(this.legend.hidden=!this.#s,this.#s){let{title:t,unit:e,most:n,least:s}=this.#s;this.legend.replaceChildren(...id("",t,n,e,Q_(),s).childNodes)}this.#f(),this.stage.ask()}get colour(){return this.#s?.name??""}rescale(t,e){if(t==="contact")this.fullLoad=e;else if(t==="thrust")this.mostThrust=e;else if(t==="current")this.mostCurrent=e;else if(t==="tension")this.mostTension=e;else if(t in this.mostForces)for(let n of Object.keys(this.mostForces))this.mostForces[n]=this.live.forces.includes(n)?e:0;for(let n of this.propellers)n.most=this.mostThrust;for(let n of this.cables)n.most=this.mostTension;for(let n of this.streams)n.most=this.mostCurrent;for(let n of this.forces)n.most=Math.max(...Object.values(this.mostForces));this.#y()}showFutures(t,e=1){this.futures[0].show(t,e),this.stage.ask()}showMap(t,e){t&&this.maps[0].take(t),this.mapLegend.querySelector("#map-status").textContent=e,this.update(),this.paint()}#o(t){let e=t.some(({kind:r})=>r==="submerged"),n=(r,{runs:o})=>Object.assign(r,{owners:o??null});this.grounds=t.filter(({kind:r})=>r==="plane"||r==="grid").map(r=>n(new nd(r,this.reach),r));let s=Math.max(-1/0,...t.filter(({kind:r,closed:o})=>r==="water"&&o[1][2]).map(({upper:r})=>r[2]));this.surfaces=t.filter(Nx).map(r=>n(new ad(r,this.reach,s),r)),this.waters=t.filter(({kind:r})=>r==="water").map(r=>n(new dd(LR(r,t),this.reach,e),r)),this.#c(this.grounds,this.surfaces,this.waters)}get hasWorlds(){return this.scene.some(({runs:t})=>t)}setWorld(t){this.#r=t,this.#l(),this.update(),this.stage.ask()}#l(){let{visible:t}=this.chosen,e=t[this.#r]?this.#r:Math.max(0,t.indexOf(!0));this.hasWorlds&&(this.holder.dataset.world=e);let n=({owners:s})=>!s||s.includes(e);for(let s of[...this.grounds,...this.surfaces,...this.waters])s.group.visible=n(s);this.floor=new ju(this.scene.filter(({runs:s})=>!s||s.includes(e)))}#a(t){let{runs:e,tracks:n,reach:s}=this,r=h=>Math.max(0,...e.map(({replay:u})=>h(u)??0)),o=h=>n.map((u,d)=>h(e[d].replay,u,d));this.fullLoad=r(({touching:h})=>h?.full),this.mostThrust=r(({propellers:h})=>h?.most),this.mostTension=this.live?0:r(({cables:h})=>h?.most),this.mostCurrent=r(({current:h})=>h?.most),this.mostForces=Object.fromEntries(["friction","drag"].map(h=>[h,r(({forces:u})=>u?.find(d=>d.name===h)?.most)]));let a=t.find(({kind:h})=>h==="plane"),l=({planar:h})=>h&&a?a.height+.001*s:null,c=t.some(({kind:h})=>h==="submerged");this.bodies=o((h,u,d)=>new Gu(h,u,d>0,d)),this.caustics=c?new $u(s):null;for(let{group:h}of this.bodies)this.caustics?.light(h);this.paths=o((h,u)=>new Uu(u,h,l(h))),this.touching=o((h,u)=>new ud(h,u,this.fullLoad)),this.propellers=o((h,u)=>new cd(h,u,this.mostThrust,s)),this.cables=o((h,u)=>new ld(h,u,this.mostTension)),this.streams=o((h,u)=>new hd(h,u,this.mostCurrent,s)),this.futures=o((h,u)=>new Qu(h,u.empty)),this.maps=o((h,u)=>new td(h,u)),this.forces=o((h,u)=>new Ju(h,u,Math.max(...Object.values(this.mostForces)),s)),this.axes=o((h,u)=>new ku(h,u,s)),this.motes=c?o((h,u)=>new fd(h,u,s)):[],this.heads=o((h,u)=>u.empty?null:Sx(h,u,s)),this.trails=j_(e),this.#c(this.maps,this.futures,this.bodies,this.paths,this.touching,this.propellers,this.cables,this.streams,this.forces,this.axes,this.motes)}#c(...t){this.stage.scene.add(...t.flat().map(e=>e.group))}#h(t){let{contact:e,forces:n,thrust:s,cables:r,current:o,axes:a,futures:l,sampled:c,map:h,motes:u}=this.shown;return this.propellers[t].showArrows(!!s),this.futures[t].showSampled(!!c),[[this.bodies[t],!0],[this.paths[t],!0],[this.propellers[t],!0],[this.cables[t],r],[this.streams[t],o],[this.touching[t],e],[this.forces[t],n],[this.axes[t],a],[this.futures[t],l],[this.maps[t],h],...this.motes[t]?[[this.motes[t],u]]:[]].map(([d,f])=>[d,!!f])}#u(){let t=n=>this.runs.some(({replay:s})=>n(s)),{live:e}=this;return[{name:"contact",word:"Contact points",title:"Show the contact points (c)",first:!0,known:e?.contacts||this.fullLoad>0},{name:"forces",word:"Forces on the links",title:"Show friction and drag as arrows",first:!1,known:e?.forces.length||Object.values(this.mostForces).some(n=>n>0)},{name:"thrust",word:"Thrust of the propellers",title:"Show thrust as arrows",first:!0,known:e?t(({propellers:n})=>n):this.mostThrust>0},{name:"cables",word:"Cables",title:"Show the cables, coloured by their tension",first:!0,known:t(({cables:n})=>n)},{name:"current",word:"Water current",title:"Show the velocity of the water as an arrow",first:!0,known:e?e.current:this.mostCurrent>0},{name:"futures",word:"Predicted paths",title:"Show the paths predicted by the controller",first:!0,known:e?.futures||t(({futures:n})=>n)},{name:"sampled",word:"All sampled paths",title:"Show the sampled paths that are neither elite nor the best",first:!1,known:e?.futures||t(({futures:n})=>n)},{name:"map",word:"Map and estimate",title:"Show map points, keyframes, the estimated body and two standard deviations",first:!e?.mapping,known:e?.mapping||t(({map:n})=>n)},{name:"motes",word:"Particles in the water",title:"Show particles that drift with the current",first:!0,known:this.motes.length>0},{name:"axes",word:"Frames of the links",title:"Show the axes of every link: x red, y green, z blue",first:!1,known:!0}].filter(({known:n})=>n)}#f(){let{time:t}=this.player,[e,n,s]=["--joint","--tyre","--free"].map(r=>this.theme.colour(r));this.bodies.forEach((r,o)=>{let a=this.runs.length>1,[l,c]=a?[this.#p(o),this.theme.colour("--ink")]:[this.theme.colour("--body"),this.theme.colour("--head")],h={body:l,head:c,joint:e,tyre:n,free:s},u=this.#s;r.paint(h,u&&((d,f,p)=>Ax(u,u.of(o,d,f,t),p)))})}#p(t){return sa(t,this.theme.name)}#m(){let t=this.tracks.filter((e,n)=>this.chosen.visible[n]&&!e.empty);return t.length?t:this.tracks.filter(e=>!e.empty)}#d(){let t=Number.isInteger(this.followed)?this.followed:0;return this.chosen.visible[t]?t:this.chosen.visible.indexOf(!0)}#g(){let t=this.tracks[this.followed],e=t&&this.chosen.visible[this.followed]&&!t.empty?[t]:this.#m();return tm(e,this.reach)}#_(){let{centre:t,radius:e}=this.#g();this.follow&&(this.stage.shift(this.#i.subVectors(t,this.#t)),e!==this.#e&&this.stage.grow(e/this.#e)),this.#t.copy(t),this.#e=e;let n=tm(this.#m(),this.reach);this.stage.illuminate(n.centre,1.25*n.radius);let s=this.floor.height(n.centre.x,n.centre.y);for(let r of[...this.grounds,...this.surfaces])r.centre(n.centre,s)}#x(t,e){this.floor.covers(this.#t,this.reach)||this.floor.raise(t,e);for(let{lines:n}of this.squares)n.spread(t.distanceTo(e))}#v(){let{canvas:t}=this.stage;t.setAttribute("role","img"),t.setAttribute("tabindex","0"),t.setAttribute("aria-label","Replay of the robot in 3-D. Keys: w, a, s, d turn; plus and minus zoom; 1, 2, 3, 4 view from the top, the side, the front, the head; r resets.");let e=new Zu,n=b("div",{class:"scale"});this.squares=[...this.grounds,...this.surfaces].map(c=>c.squares).filter(Boolean),this.stage.onDrawn(c=>{e.update(c),n.textContent=Cx(c,this.stage.size,this.squares),t.dataset.camera=c.position.toArray().map(h=>h.toFixed(4)).join(" ")});let{node:s,followControl:r,layerButtons:o,trailChoice:a}=Hx(this);Object.assign(this,{followControl:r,layerButtons:o}),this.trail=this.paths[0]?.name??"com",a.value=this.trail,this.legend=b("div",{class:"colour-legend",hidden:!0}),this.loadLegend="contact"in this.shown?id("load-legend","Contact force",this.fullLoad,"N",""):null,this.cableLegend="cables"in this.shown?id("cable-legend","Cable tension",this.mostTension,"N",""):null,this.forceLegend="forces"in this.shown?new Wl("force-legend",{friction:"N",drag:"N"}):null,this.arrowLegend="thrust"in this.shown||"current"in this.shown?new Wl("arrow-legend",{thrust:"N",current:"m/s"}):null,this.futuresLegend="futures"in this.shown?Mx():null,this.mapLegend="map"in this.shown?wx():null;let l=[this.legend,this.loadLegend,this.cableLegend,this.arrowLegend?.node,this.forceLegend?.node,this.futuresLegend,this.mapLegend].filter(Boolean);this.#y(),this.picture.append(n,e.node),this.holder.prepend(b("div",{class:"view-top"},s,b("div",{class:"legends"},...l)))}#y(){let{shown:t,loadLegend:e,arrowLegend:n,forceLegend:s,futuresLegend:r}=this;e&&(e.hidden=!t.contact||!(this.fullLoad>0),sd(e,0,this.fullLoad,"N")),this.cableLegend&&(this.cableLegend.hidden=!t.cables||!(this.mostTension>0),sd(this.cableLegend,0,this.mostTension,"N")),n?.show("thrust",t.thrust?this.mostThrust:0),n?.show("current",t.current?this.mostCurrent:0);let o=Math.max(...Object.values(this.mostForces));for(let[a,l]of Object.entries(this.mostForces))s?.show(a,t.forces&&l>0?o:0);r&&(r.hidden=!t.futures),r&&(r.querySelector(".line.futures").hidden=!t.sampled),this.mapLegend&&(this.mapLegend.hidden=!t.map)}};function LR(i,t){let e=t.filter(({kind:r})=>r==="heights");if(!e.length)return i;let n=["x","y"].map(r=>[Math.min(...e.map(o=>o[r][0])),Math.max(...e.map(o=>o[r].at(-1)))]),s=(r,o)=>r.map((a,l)=>l<2&&!i.closed[o][l]?n[l][o]:a);return{...i,lower:s(i.lower,0),upper:s(i.upper,1)}}var aa=class{#t=[];constructor(t){this.all=t,this.visible=t.map(()=>!0)}listen(t){this.#t.push(t)}toggle(t){this.visible[t]=!this.visible[t];for(let e of this.#t)e(this)}buttons(t){if(this.all.length<2)return null;let e=this.all.map((s,r)=>b("button",{type:"button",class:"chip run","aria-pressed":"true",title:`Show or hide ${s.name}`,on:{click:()=>this.toggle(r)}},b("span",{class:"swatch",data:{dash:r%4}}),s.name)),n=()=>{e.forEach((s,r)=>{s.setAttribute("aria-pressed",this.visible[r]),s.firstChild.style.setProperty("--colour",sa(r,t.name))})};return this.listen(n),t.listen(n),n(),b("div",{class:"runs",role:"group","aria-label":"Runs"},e)}};var Xl=class{#t=null;#e=null;#n=0;#i=0;get last(){return this.#e}take(t,e,n){let s=e-this.#n,r=this.#e,o=n&&r&&t.time>r.time&&t.positions.length===r.positions.length&&s<1e3;return o?this.#i+=(s-this.#i)*(this.#i>0?.2:1):this.#i=0,this.#t=o&&this.#i>25?this.pose(e):null,this.#e=t,this.#n=e,this.#t!==null}reached(t){return this.#t===null||t-this.#n>=this.#i}pose(t){let e=this.#e;if(this.reached(t))return e;let n=this.#t,s=(t-this.#n)/this.#i;return{time:n.time+s*(e.time-n.time),com:Yx(n.com,e.com,s),positions:Yx(n.positions,e.positions,s),turns:DR(n.turns,e.turns,s)}}};function Yx(i,t,e){return Float32Array.from(t,(n,s)=>i[s]+e*(n-i[s]))}function DR(i,t,e){let n=new Float32Array(t.length);for(let s=0;s<t.length;s+=4){let r=0;for(let o=s;o<s+4;o++)r+=i[o]*t[o];for(let o=s;o<s+4;o++)n[o]=(1-e)*(r<0?-i[o]:i[o])+e*t[o]}return n}var Zx=.2,jx=.2,NR=5,OR=.3,UR=.02,Jx=.25,FR=350,pd=class{#t;#e=new ln;#n=new T;#i=new T;#s=new T;constructor(t,e,n,s){Object.assign(this,{live:t,held:e,weight:s,place:n.clone()}),this.#s.copy(n);let r=t.view.stage.camera.getWorldDirection(new T);this.#e.setFromNormalAndCoplanarPoint(Math.abs(r.z)<Jx?r.clone().negate():new T(0,0,1),n),this.#n.set(r.x,r.y,0),this.#n.length()<Jx&&this.#n.setFromMatrixColumn(t.view.stage.camera.matrixWorld,1).setZ(0),this.#n.normalize(),this.#t=new Js(t.replay.links[e.link].width/8||.004),this.#t.paint(t.theme.colour("--accent")),t.view.stage.scene.add(this.#t.group),this.#r()}aim(t){t.ray.intersectPlane(this.#e,this.#s)&&this.#r()}get words(){let t=this.#i.length();return`Push ${ee(t)} N for ${Zx} s (${(t/this.weight).toFixed(1)} times the ${this.held.part in this.live.weights?"body":"robot"}'s weight)`}release(){return setTimeout(()=>this.hide(),FR),{do:"push",part:this.held.part,force:this.#i.toArray(),duration:Zx}}hide(){this.live.view.stage.scene.remove(this.#t.group),this.live.view.stage.ask()}#r(){let t=this.#i.subVectors(this.#s,this.place),e=t.length();e<UR?t.copy(this.#n).multiplyScalar(OR*this.weight):t.multiplyScalar(Math.min(e/jx,NR)*this.weight/e);let n=jx*t.length()/this.weight;this.#t.point(this.place,t.clone().normalize(),n),this.live.view.stage.ask()}};var Kx=60,BR=5,kR=18,om=["goal","waypoint","post","block","ball","box"],md=class{#t=new yl;#e=null;#n=null;#i=null;#s=null;#r=0;constructor(t,e,n){Object.assign(this,{live:t,send:e,tools:n})}listen(){this.#e=this.#n=this.#i=this.#s=null;let{canvas:t}=this.live.view.stage;t.addEventListener("pointerdown",e=>this.#o(e),{capture:!0}),t.addEventListener("pointermove",e=>this.#l(e)),t.addEventListener("pointerup",e=>this.#a(e));for(let e of["pointercancel","pointerleave"])t.addEventListener(e,()=>this.#a(null))}get pulled(){return this.#e}keepPulling(){this.#e&&this.#g()}#o(t){if(t.button>0)return;this.#h(t);let e=this.tools.chosen;if(e==="push")return this.#m(t);if(e==="pull"||t.shiftKey&&e==="look")return this.#p(t);let n=this.live.obstacles.hit(this.#t),s=this.#u(n?n.point.distanceTo(this.#t.ray.origin):1/0);if(s&&!om.slice(0,2).includes(e))return e!=="remove"?this.#p(t,s):(this.#d(t),this.send({do:"remove",name:s.part}));if(n&&!om.slice(0,2).includes(e)){if(this.#d(t),e==="remove")return this.send({do:"remove",name:n.name});this.live.obstacles.mark(n.name);let r=new ln().setFromNormalAndCoplanarPoint(new T(0,0,1),n.point);this.#i={name:n.name,plane:r,offset:n.mesh.position.clone().sub(n.point)};return}om.includes(e)&&(this.#s={x:t.clientX,y:t.clientY})}#l(t){if(!this.#e&&!this.#n&&!this.#i)return;if(this.#h(t),this.#n){this.#n.aim(this.#t),this.tools.say(this.#n.words);return}let e=performance.now();if(this.#e){if(!this.#t.ray.intersectPlane(this.#e.plane,this.#e.target))return;e-this.#r>Kx&&this.#g();return}let n=this.#t.ray.intersectPlane(this.#i.plane,new T);n&&(this.#i.target=n.add(this.#i.offset).toArray(),e-this.#r>Kx&&this.#_())}#a(t){this.#e&&(this.live.spring.hide(),this.send({do:"release"})),this.#n&&(t?this.send(this.#n.release()):this.#n.hide(),this.tools.say("")),this.#i&&(this.#i.target&&this.#_(),this.live.obstacles.mark(null));let e=this.#s;this.#e=this.#n=this.#i=this.#s=null,this.live.view.stage.controls.enabled=!0,t&&e&&Math.hypot(t.clientX-e.x,t.clientY-e.y)<BR&&this.#c(t)}#c(t){this.#h(t);let e=this.tools.chosen,n=this.live.groundPoint(this.#t,e==="goal"||e==="waypoint")?.toArray();n&&(e==="goal"?this.send({do:"goal",point:n}):e==="waypoint"?this.send({do:"waypoint",point:n,first:t.shiftKey}):this.send({do:"place",kind:e,point:n}))}#h(t){let{canvas:e,camera:n}=this.live.view.stage,{left:s,top:r,width:o,height:a}=e.getBoundingClientRect();this.#t.setFromCamera(new ft(2*(t.clientX-s)/o-1,1-2*(t.clientY-r)/a),n)}#u(t){let{view:e,replay:n,parts:s}=this.live,r=e.tracks[0],o=null;return n.parts.forEach(({first:a},l)=>{let c=n.links[a];if(!c.free)return;let h=r.positionInto(a,new T),u=c.section!=="box"&&c.length===c.width,d=this.#t.ray.clone().applyMatrix4(new Se().compose(h,r.turnInto(a,new ve),new T(1,1,1)).invert()),f=new T(c.length,c.width,c.height).multiplyScalar(.5),_=(u?d.intersectSphere(new jn(new T,f.x),new T):d.intersectBox(new Hn(f.clone().negate(),f),new T))?.distanceTo(d.origin)??1/0;_>=t||(t=_,o={link:a,part:s[l],place:h})}),o}#f(){let{view:t,replay:e,parts:n}=this.live,s=t.tracks[0],r=new T,o=e.links.map((f,p)=>this.#t.ray.distanceToPoint(s.positionInto(p,r))),a=o.indexOf(Math.min(...o)),l=Math.max(e.links[a].length,e.links[a].width),{camera:c,canvas:h}=t.stage,u=2*Math.tan(c.fov*Math.PI/360)*c.position.distanceTo(s.positionInto(a,r))/h.clientHeight;if(o[a]>Math.max(1.5*l,kR*u))return null;let d=e.parts.findIndex(({first:f,last:p})=>a>=f&&a<=p);return{link:a,part:n[d],place:s.positionInto(a,r)}}#p(t,e=this.#u(1/0)??this.#f()){if(!e)return;this.#d(t);let n=this.live.view.stage.camera.getWorldDirection(new T).negate();this.#e={...e,plane:new ln().setFromNormalAndCoplanarPoint(n,e.place),target:e.place.clone()},this.#g()}#m(t){let e=this.#u(1/0)??this.#f();e&&(this.#d(t),this.#n=new pd(this.live,e,e.place,this.live.weights[e.part]??this.live.weight),this.tools.say(this.#n.words))}#d(t){t.preventDefault(),t.stopPropagation(),this.live.view.stage.controls.enabled=!1}#g(){this.#r=performance.now(),this.send({do:"drag",part:this.#e.part,target:this.#e.target.toArray()})}#_(){this.#r=performance.now(),this.send({do:"move",name:this.#i.name,point:this.#i.target})}};var zR=[1,2,5,10],VR=.3,GR=4,la=class{most=0;#t=0;#e=0;take(t,e=performance.now()/1e3){this.#t=Math.max(this.#t,t),t>VR*this.most&&(this.#e=e);let n=t>this.most;if(!n&&e-this.#e<GR)return!1;let s=HR(n?t:this.#t);return this.#t=t,this.#e=e,!(s>0)||s===this.most?!1:(this.most=s,!0)}};function HR(i){if(!(i>0))return 0;let t=10**Math.floor(Math.log10(i));return t*zR.find(e=>e*t>=i*(1-1e-9))}var WR=20,XR=80,gd=class{#t=new Float32Array(0);#e={};#n=null;constructor(t,e){this.coordinates=t?.coordinates??[];let n=(s,r)=>this.#t[r]??0;this.list=[{name:"speed",word:"by speed",title:"Speed of each link",unit:"m/s",most:.1,of:(s,r,o)=>this.#t[o]??0}],t&&this.list.push({...nm(t.unit),most:.1,of:n}),t&&e&&this.list.push({name:"temperature",word:"by temperature",title:"Temperature of the hottest servo at each link",unit:"°C",least:WR,most:XR,of:n})}take(t,e){let n=this.#n;this.#n={time:e.time,places:qR(e)};let s=this.list.find(o=>o.name===t);if(!s||(t==="speed"?this.#t=$R(n,this.#n)??this.#t:this.#t=Float32Array.from(this.coordinates,o=>Math.max(0,...o.map(a=>Math.abs(e.colours[a])||0))),t==="temperature"))return!1;let r=this.#e[t]??=new la;return r.take(Math.max(0,...this.#t))?(s.most=r.most,!0):!1}};function qR({com:i,positions:t}){return t.map((e,n)=>e+i[n%3])}function $R(i,t){let e=i?t.time-i.time:0;if(!(e>1e-6&&e<1)||i.places.length!==t.places.length)return null;let n=s=>[0,1,2].map(r=>t.places[3*s+r]-i.places[3*s+r]);return Float32Array.from({length:t.places.length/3},(s,r)=>Math.hypot(...n(r))/e)}var Qx=6,_d=class{group=new ye;#t=new Map;constructor(t){this.theme=t}show(t){let e=new Set(t.map(({name:n})=>n));for(let[n,s]of this.#t)e.has(n)||(this.group.remove(s),this.#t.delete(n));for(let n of t)this.#t.has(n.name)||this.#e(n),this.#t.get(n.name).position.fromArray(n.centre)}hit(t){let[e]=t.intersectObjects([...this.#t.values()],!1);return e?{name:e.object.name,point:e.point,mesh:e.object}:null}mark(t){for(let[e,n]of this.#t)n.material.emissive.set(e===t?this.theme.colour("--accent"):"#000000")}#e({name:t,kind:e,size:n}){let s=e==="post"?new Kn(n,n,Qx*n,32):new Ai(...n);e==="post"&&s.rotateX(Math.PI/2).translate(0,0,Qx*n/2);let r=new ie(s,new qe({color:this.theme.colour("--head"),roughness:.85,emissiveIntensity:.35}));r.castShadow=r.receiveShadow=!0,r.name=t;let o=new Bi(new Xs(s,30),new ui({color:this.theme.colour("--ink"),transparent:!0,opacity:.35}));o.raycast=()=>{},r.add(o),this.group.add(r),this.#t.set(t,r)}},xd=class{group=new ye;#t="";constructor(t,e){Object.assign(this,{theme:t,size:e})}show(t){let e=JSON.stringify(t);if(e===this.#t)return;this.#t=e,this.group.clear();let n=this.theme.colour("--good");for(let s of Object.values(t)){for(let o of s){let a=new ie(new Qn(this.size,20,14),new Jn({color:n}));a.position.fromArray(o),this.group.add(a)}if(s.length<2)continue;let r=new Re().setFromPoints(s.map(o=>new T(...o)));this.group.add(new dr(r,new ui({color:n,transparent:!0,opacity:.6})))}}};var ql=6e3,ty=.25,YR=.3,yd=class{#t=null;#e=0;constructor(t){this.geometry=new zi().setPositions(new Float32Array(3*(ql+1))),this.line=new ws(this.geometry,new _i({color:t,linewidth:2.4,transparent:!0,opacity:.9,depthWrite:!1})),this.line.frustumCulled=!1,this.clear()}add(t,e,n){let s=this.#t;if(s&&Math.hypot(t-s[0],e-s[1],n-s[2])<1e-4||(this.#t=[t,e,n],!s))return;let r=this.geometry.attributes.instanceStart.data;this.#e===ql&&(r.array.copyWithin(0,3*ql),this.#e=ql/2,r.clearUpdateRanges(),r.addUpdateRange(0,3*ql)),r.array.set([...s,t,e,n],6*this.#e),r.addUpdateRange(6*this.#e++,6),r.needsUpdate=!0,this.#n()}clear(){this.#t=null,this.#e=0,this.#n()}#n(){this.geometry.instanceCount=this.#e,this.line.visible=this.#e>0}},vd=class{group=new ye;full=1e-6;#t=new Se;#e=new Wt;constructor(t,e){this.radius=e;let n=new Jn({depthTest:!1,transparent:!0,opacity:.92,toneMapped:!1});this.mesh=new Hs(new Qn(1,14,10),n,Math.max(1,t)),this.mesh.instanceMatrix.setUsage(ts),this.mesh.frustumCulled=!1,this.mesh.renderOrder=5,this.mesh.count=0,this.group.add(this.mesh)}update(t,e){let n=Math.min(t.length/4,this.mesh.instanceMatrix.count);for(let s=0;s<n;s++){let[r,o,a,l]=t.subarray(4*s,4*s+4),c=Math.min(l/this.full,1),h=YR*this.radius*(ty+(1-ty)*Math.sqrt(c));this.mesh.setMatrixAt(s,this.#t.makeScale(h,h,h).setPosition(r,o,a));let[u,d,f]=Mr(c,e);this.mesh.setColorAt(s,this.#e.setRGB(u/255,d/255,f/255,Je))}this.mesh.count=n,this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.instanceColor&&(this.mesh.instanceColor.needsUpdate=!0)}},bd=class{constructor(t){this.places=new Float32Array(6),this.geometry=new Re().setAttribute("position",new Sn(this.places,3)),this.line=new dr(this.geometry,new ui({color:t,depthTest:!1})),this.line.renderOrder=6,this.line.frustumCulled=!1,this.line.visible=!1}show(t,e){this.places.set([...t.toArray(),...e.toArray()]),this.geometry.attributes.position.needsUpdate=!0,this.line.visible=!0}hide(){this.line.visible=!1}};var Sd=class{#t={time:0,listeners:[],listen(t){this.listeners.push(t)}};#e={layers:{},colour:""};#n=!1;between=new Xl;height=0;constructor(t,e,n,s,r){Object.assign(this,{holder:t,theme:e,tools:s,onChoice:r}),this.overlays=[],this.film=null,this.hands=new md(this,n,s)}async open({head:t,map:e,mapping:n,parts:s,weight:r,weights:o,contacts:a,forces:l,current:c,temperature:h,futures:u}){let d=await na(t),{replay:f}=d.runs[0],p=f.links.length;this.replay=f,this.parts=s,this.weight=r,this.weights=o;let _=(m,v)=>new es(v,1,Float64Array.from({length:v},(C,S)=>m.data[S*m.nRows]));this.measures=new gd(f.efforts,h),this.scales={},Object.assign(f,{times:new es(1,1,new Float64Array(1)),com:_(f.com,3),positions:_(f.positions,3*p),turns:_(f.turns,4*p),touching:null,futures:null,live:{contacts:a,forces:l,current:c,futures:u,mapping:n,measures:this.measures.list,film:this.film},forces:l.map(m=>({name:m,most:0,values:new es(3*p,1,new Float64Array(3*p))})),current:c?{velocity:new es(3,1,new Float64Array(3)),most:0}:null,map:e?await na(e):null}),f.propellers&&(f.propellers.thrusts=_(f.propellers.thrusts,f.propellers.links.length)),f.cables&&(f.cables.tensions=_(f.cables.tensions,f.cables.links.length)),this.holder.replaceChildren(),this.map=null,this.#n=!1,this.between=new Xl,this.#t.listeners.length=0,this.view=new oa(this.holder,d,new aa(d.runs),this.#t,this.theme),this.#s();let g=Math.max(...f.links.map(({width:m,height:v})=>Math.max(m,v)/2),.001);this.trail=new yd(this.theme.colour("--path")),this.dots=a?new vd(4e3,g):null,this.spring=new bd(this.theme.colour("--accent")),this.obstacles=new _d(this.theme),this.aims=new xd(this.theme,.6*g),this.view.stage.scene.add(this.obstacles.group,this.aims.group,this.trail.line,this.spring.line,...this.dots?[this.dots.group]:[]),this.view.setFollow(!0),this.view.picture.append(this.tools.node,this.tools.hint,...this.overlays),this.hands.listen()}#i(){let{view:t,trail:e}=this;e.name!==t.trail&&e.clear(),e.name=t.trail,t.trail!=="none"&&(t.tracks[0].setTime(this.#t.time),e.add(...zl(t.tracks[0],this.replay,t.trail,new T).toArray()))}get watched(){let{shown:t={},colour:e=""}=this.view??{},n=s=>!!t[s];return{contacts:n("contact"),forces:n("forces"),current:n("current")||n("motes"),futures:n("futures"),map:n("map")&&!!this.replay.live.mapping,colour:e==="speed"?"":e}}#s(){let{view:t}=this;for(let[e,n]of Object.entries(this.#e.layers))t.shown[e]!==n&&t.setLayer(e,n);this.measures.list.some(({name:e})=>e===this.#e.colour)&&(document.getElementById("colour-by").value=this.#e.colour,t.colourBy(this.#e.colour)),t.onChoice=()=>{Object.assign(this.#e.layers,t.shown),this.#e.colour=t.colour,!t.shown.futures&&this.replay.live.futures&&this.showFutures([],0),this.onChoice()}}show(t,e,n){if(!this.view||t.positions.length!==this.replay.positions.data.length)return;let s=this.between.last,o=this.between.take(t,e,n)?s:t;this.replay.propellers&&this.replay.propellers.thrusts.data.set(o.thrusts),this.#r(o),this.dots&&(this.dots.group.visible=this.view.contact,this.view.contact&&this.dots.update(o.points,this.theme.name)),this.#n=!0,this.move(e)}move(t){if(!this.#n)return;this.#n=!this.between.reached(t);let{replay:e}=this,{time:n,com:s,positions:r,turns:o}=this.between.pose(t);e.times.data[0]=n,e.com.data.set(s),e.positions.data.set(r),e.turns.data.set(o),this.#t.time=n,document.documentElement.dataset.drawn=n,this.#i();for(let l of this.#t.listeners)l(this,"time");let{pulled:a}=this.hands;a&&this.spring.show(this.view.tracks[0].positionInto(a.link,new T),a.target)}#r(t){let{replay:e,view:n}=this,s=(o,a)=>Math.hypot(o[a],o[a+1],o[a+2]),r=o=>o.reduce((a,l,c)=>c%3?a:Math.max(a,s(o,c)),0);if(t.forces.length){let o=3*e.links.length;e.forces.forEach(({values:a},l)=>a.data.set(t.forces.subarray(l*o,(l+1)*o))),this.#o(e.forces[0].name,r(t.forces))}if(t.current.length&&e.current&&(e.current.velocity.data.set(t.current),this.#o("current",r(t.current))),t.thrusts.length&&this.#o("thrust",t.thrusts.reduce((o,a)=>Math.max(o,Math.abs(a)),0)),e.cables&&t.loads.length){let o=t.loads.subarray(t.loads.length-e.cables.links.length);e.cables.tensions.data.set(o),this.#o("tension",Math.max(...o))}t.points.length&&(this.#o("contact",t.points.reduce((o,a,l)=>l%4===3?Math.max(o,a):o,0)),this.dots.full=n.fullLoad),this.measures.take(n.colour,t)&&n.showMeasure()}#o(t,e){let n=this.scales[t]??=new la;n.take(e)&&this.view.rescale(t,n.most)}showFutures(t,e){this.view&&(this.view.showFutures(t.map(n=>n.flat()),e),this.holder.dataset.futures=t.length)}async showMap({time:t,status:e,note:n,problem:s,body:r,places:o,ellipsoids:a,content:l}){let{view:c}=this;if(!c?.shown.map)return;if(s){c.showMap(null,s);return}let h=l?await na(l):this.map;if(c!==this.view)return;this.map=h??{points:null,keyframes:null};let u=d=>d?.length?new es(d.length,1,Float64Array.from(d)):null;c.showMap({points:this.map.points,keyframes:this.map.keyframes,body:u(r),places:o,ellipsoids:u(a)},[e,n].filter(Boolean).join(": ")),Object.assign(this.holder.dataset,{mapStatus:e,mapTime:t})}showPlaced({obstacles:t,aims:e}){this.view&&(this.obstacles.show(t),this.aims.show(e),this.height=Object.values(e).flat().at(-1)?.[2]??this.replay.com.data[2],this.view.stage.ask())}groundPoint(t,e){if(!e){let[n]=t.intersectObjects(this.view.surfaces.filter(({ground:s})=>s).map(({group:s})=>s),!0);if(n)return n.point}return t.ray.intersectPlane(new ln(new T(0,0,1),e?-this.height:0),new T)}};var Md=class{#t=new Map;#e="";constructor(){this.warning=b("p",{class:"banner",id:"energy-warning",role:"alert",hidden:!0}),this.about=b("p",{class:"muted metrics-about"},"Metrics appear while the run plays."),this.list=b("div",{class:"metric-groups"}),this.node=b("div",{id:"live-metrics"},this.warning,this.about,this.list)}clear(){this.#e="",this.list.replaceChildren(),this.warning.hidden=!0,this.about.textContent="Metrics appear while the run plays."}show({rows:t,window:e,warning:n}){this.about.textContent=`Over the last ${ee(e,2)} s.`,this.warning.hidden=!n,this.warning.textContent=n;let s=t.filter(({name:o,value:a})=>!o.startsWith("work_")||a),r=s.map(({name:o})=>o).join();r!==this.#e&&this.#n(s),this.#e=r;for(let{name:o,value:a}of s)this.#t.get(o).textContent=ee(a,4)}#n(t){this.#t.clear();let e=[...new Set(t.map(({group:n})=>n))];this.list.replaceChildren(...e.map(n=>b("section",{},b("h3",{},fs(n)),b("dl",{},t.filter(s=>s.group===n).map(s=>this.#i(s))))))}#i({name:t,unit:e,description:n}){let s=b("span",{class:"metric-value"});return this.#t.set(t,s),b("div",{class:"metric",title:n},b("dt",{},fs(t)),b("dd",{},s,b("small",{},` ${Ye(e)}`)))}};var ey={id:"id",angle:"angle [rad]",target:"target [rad]",temperature:"°C",load:"load",voltage:"V",current:"A",faults:"errors"},ny={name:"output",command:"command",signal:"signal",measured:"measured"},ZR=60,jR=.8,wd=class{constructor(t){this.stop=b("button",{type:"button",class:"estop",id:"estop",on:{click:()=>t({do:"estop"})}},"Emergency stop"),this.engine=b("select",{id:"engine","aria-label":"Driven robot",title:"Driven robot: the simulation, emulated servos, or a physical robot",hidden:!0,on:{change:()=>this.#e(t)}}),this.about=b("p",{class:"muted",id:"robot"}),this.body=b("tbody"),this.head=b("tr"),this.summary=b("summary",{},"Servos"),this.warnings=b("ul",{class:"servo-warnings"}),this.node=b("details",{class:"card servos",id:"servos",open:!0,hidden:!0},this.summary,this.about,b("table",{},b("thead",{},this.head),this.body),this.warnings)}show({hardware:t,engine:e,engines:n}){if(this.#t(e,n),this.stop.hidden=!t,this.stop.title="Stop the robot immediately",this.node.hidden=!t,!t)return;this.about.textContent=`${t.name}, ${t.port}: ${t.reason||t.mode}`;let s=t.outputs.length?ny:ey;s!==this.columns&&this.head.replaceChildren(...Object.values(s).map(r=>b("th",{},r))),this.columns=s,this.summary.textContent=t.outputs.length?"Outputs":"Servos",this.body.replaceChildren(...t.servos.map(JR),...t.outputs.map(KR)),this.warnings.replaceChildren(...t.warnings.map(r=>b("li",{},r)))}#t(t,e){let n=e.map(({name:s,word:r})=>`${s} ${r}`).join();n!==this.listed&&this.engine.replaceChildren(...e.map(({name:s,word:r})=>b("option",{value:s},r))),Object.assign(this,{listed:n,engines:e,present:t}),this.engine.hidden=!e.length,document.activeElement!==this.engine&&(this.engine.value=t)}#e(t){let{name:e,physical:n,word:s}=this.engines.find(r=>r.name===this.engine.value);if(this.engine.blur(),n&&!confirm(`${s} moves when you press play; servos hold their shape with torque from now on. Make sure that nobody is near it. Connect?`)){this.engine.value=this.present;return}t({do:"engine",name:e})}};function JR(i){let t=!i.answers||i.faults||i.temperature>ZR||Math.abs(i.load)>jR,e=Object.keys(ey).map(n=>b("td",{},n==="faults"?QR(i):i[n]===null?"–":String(i[n])));return b("tr",{class:t?"marked":""},...e)}function KR(i){return b("tr",{},...Object.keys(ny).map(t=>b("td",{},i[t]||"–")))}function QR(i){return i.answers?i.faults:"silent"}var t2="uplot",e2="u-hz",n2="u-vt",i2="u-title",s2="u-wrap",r2="u-under",o2="u-over",a2="u-axis",Qr="u-off",l2="u-select",c2="u-cursor-x",h2="u-cursor-y",u2="u-cursor-pt",d2="u-legend",f2="u-live",p2="u-inline",m2="u-series",g2="u-marker",iy="u-label",_2="u-value",Yl="width",Zl="height";var sy="bottom",ca="left",am="right",wm="#000",ry=wm+"0",lm="mousemove",oy="mousedown",cm="mouseup",ay="mouseenter",ly="mouseleave",cy="dblclick",x2="resize",y2="scroll",hy="change",Rd="dppxchange",Em="--",ga=typeof window<"u",pm=ga?document:null,ua=ga?window:null,v2=ga?navigator:null,Be,Ed;function mm(){let i=devicePixelRatio;Be!=i&&(Be=i,Ed&&_m(hy,Ed,mm),Ed=matchMedia(`(min-resolution: ${Be-.001}dppx) and (max-resolution: ${Be+.001}dppx)`),to(hy,Ed,mm),ua.dispatchEvent(new CustomEvent(Rd)))}function Ii(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function gm(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function sn(i,t,e){i.style[t]=e+"px"}function ns(i,t,e,n){let s=pm.createElement(i);return t!=null&&Ii(s,t),e?.insertBefore(s,n),s}function Vi(i,t){return ns("div",i,t)}var uy=new WeakMap;function Es(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=uy.get(i);r!=o&&(i.style.transform=r,uy.set(i,r),t<0||e<0||t>n||e>s?Ii(i,Qr):gm(i,Qr))}var dy=new WeakMap;function fy(i,t,e){let n=t+e,s=dy.get(i);n!=s&&(dy.set(i,n),i.style.background=t,i.style.borderColor=e)}var py=new WeakMap;function my(i,t,e,n){let s=t+""+e,r=py.get(i);s!=r&&(py.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Tm={passive:!0},b2={...Tm,capture:!0};function to(i,t,e,n){t.addEventListener(i,e,n?b2:Tm)}function _m(i,t,e,n){t.removeEventListener(i,e,Tm)}ga&&mm();function is(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Li((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Hy(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Wy=i=>i!=null,Xy=i=>i!=null&&i>0,Ld=Hy(Wy),S2=Hy(Xy);function M2(i,t,e,n=0,s=!1){let r=s?S2:Ld,o=s?Xy:Wy;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ze,l??-Ze]}function Dd(i,t,e,n){let s=xy(i),r=xy(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ks:qy,a=s==1?Li:Gi,l=r==1?Gi:Li,c=a(o(Ln(i))),h=l(o(Ln(t))),u=da(e,c),d=da(e,h);return e==10&&(c<0&&(u=je(u,-c)),h<0&&(d=je(d,-h))),n||e==2?(i=u*s,t=d*r):(i=jy(i,u),t=Nd(t,d)),[i,t]}function Am(i,t,e,n){let s=Dd(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Cm=.1,gy={mode:3,pad:Cm},Jl={pad:0,soft:null,mode:0},w2={min:Jl,max:Jl};function Pd(i,t,e,n){return Od(e)?_y(i,t,e):(Jl.pad=e,Jl.soft=n?0:null,Jl.mode=n?3:0,_y(i,t,w2))}function Oe(i,t){return i??t}function E2(i,t,e){for(t=Oe(t,0),e=Oe(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function _y(i,t,e){let n=e.min,s=e.max,r=Oe(n.pad,0),o=Oe(s.pad,0),a=Oe(n.hard,-Ze),l=Oe(s.hard,Ze),c=Oe(n.soft,Ze),h=Oe(s.soft,-Ze),u=Oe(n.mode,0),d=Oe(s.mode,0),f=t-i,p=Ks(f),_=pi(Ln(i),Ln(t)),g=Ks(_),m=Ln(g-p);(f<1e-24||m>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=Ze&&(r=0),d==2&&h!=-Ze&&(o=0)));let v=f||_||1e3,C=Ks(v),S=da(10,Li(C)),P=v*(f==0?i==0?.1:1:r),R=je(jy(i-P,S/10),24),x=i>=c&&(u==1||u==3&&R<=c||u==2&&R>=c)?c:Ze,A=pi(a,R<x&&i>=x?x:ss(x,R)),k=v*(f==0?t==0?.1:1:o),N=je(Nd(t+k,S/10),24),D=t<=h&&(d==1||d==3&&N>=h||d==2&&N<=h)?h:-Ze,H=ss(l,N>D&&t<=D?D:pi(D,N));return A==H&&A==0&&(H=100),[A,H]}var T2=new Intl.NumberFormat(ga?v2.language:"en-US"),Rm=i=>T2.format(i),Di=Math,Cd=Di.PI,Ln=Di.abs,Li=Di.floor,In=Di.round,Gi=Di.ceil,ss=Di.min,pi=Di.max,da=Di.pow,xy=Di.sign,Ks=Di.log10,qy=Di.log2,A2=(i,t=1)=>Di.sinh(i)*t,hm=(i,t=1)=>Di.asinh(i/t),Ze=1/0;function yy(i){return(Ks((i^i>>31)-(i>>31))|0)+1}function xm(i,t,e){return ss(pi(i,t),e)}function $y(i){return typeof i=="function"}function De(i){return $y(i)?i:()=>i}var C2=()=>{},Yy=i=>i,Zy=(i,t)=>t,R2=i=>null,vy=i=>!0,by=(i,t)=>i==t,P2=/\.\d*?(?=9{6,}|0{6,})/gm,eo=i=>{if(Ky(i)||Er.has(i))return i;let t=`${i}`,e=t.match(P2);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${eo(s)}e${r}`}return je(i,n)};function Jr(i,t){return eo(je(eo(i/t))*t)}function Nd(i,t){return eo(Gi(eo(i/t))*t)}function jy(i,t){return eo(Li(eo(i/t))*t)}function je(i,t=0){if(Ky(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return In(n)/e}var Er=new Map;function Jy(i){return((""+i).split(".")[1]||"").length}function Ql(i,t,e,n){let s=[],r=n.map(Jy);for(let o=t;o<e;o++){let a=Ln(o),l=je(da(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:je(h,u);s.push(d),Er.set(d,u)}}return s}var Kl={},Pm=[],fa=[null,null],wr=Array.isArray,Ky=Number.isInteger,I2=i=>i===void 0;function Sy(i){return typeof i=="string"}function Od(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function L2(i){return i!=null&&typeof i=="object"}var D2=Object.getPrototypeOf(Uint8Array),Qy="__proto__";function pa(i,t=Od){let e;if(wr(i)){let n=i.find(s=>s!=null);if(wr(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=pa(i[s],t)}else e=i.slice()}else if(i instanceof D2)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Qy&&(e[n]=pa(i[n],t))}else e=i;return e}function wn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Qy&&(Od(i[s])?wn(i[s],pa(n[s])):i[s]=pa(n[s]))}return i}var N2=0,O2=1,U2=2;function F2(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function B2(i,t){if(V2(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return G2(o[0])||(o=z2(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:O2,f=[];for(let p=0;p<h.length;p++){let _=h[p],g=r.get(l[p]);_===null?d!=N2&&(u[g]=_,d==U2&&f.push(g)):u[g]=_}F2(u,f,s),n.push(u)}}return n}var k2=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function z2(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function V2(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function G2(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=pi(1,Li((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var tv=["January","February","March","April","May","June","July","August","September","October","November","December"],ev=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function nv(i){return i.slice(0,3)}var H2=ev.map(nv),W2=tv.map(nv),X2={MMMM:tv,MMM:W2,WWWW:ev,WWW:H2};function $l(i){return(i<10?"0":"")+i}function q2(i){return(i<10?"00":i<100?"0":"")+i}var $2={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>$l(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>$l(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>$l(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>$l(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>$l(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>q2(i.getMilliseconds())};function Im(i,t){t=t||X2;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?$2[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Y2=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Z2(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Y2?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var iv=i=>i%1==0,Id=[1,2,2.5,5],j2=Ql(10,-32,0,Id),sv=Ql(10,0,32,Id),J2=sv.filter(iv),Kr=j2.concat(sv),Lm=`
`,rv="{YYYY}",My=Lm+rv,ov="{M}/{D}",jl=Lm+ov,Td=jl+"/{YY}",av="{aa}",K2="{h}:{mm}",ha=K2+av,wy=Lm+ha,Ey=":{ss}",Ge=null;function lv(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ql(10,0,3,Id).filter(iv):Ql(10,-3,0,Id)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,rv,Ge,Ge,Ge,Ge,Ge,Ge,1],[s*28,"{MMM}",My,Ge,Ge,Ge,Ge,Ge,1],[s,ov,My,Ge,Ge,Ge,Ge,Ge,1],[n,"{h}"+av,Td,Ge,jl,Ge,Ge,Ge,1],[e,ha,Td,Ge,jl,Ge,Ge,Ge,1],[t,Ey,Td+" "+ha,Ge,jl+" "+ha,Ge,wy,Ge,1],[i,Ey+".{fff}",Td+" "+ha,Ge,jl+" "+ha,Ge,wy,Ge,1]];function h(u){return(d,f,p,_,g,m)=>{let v=[],C=g>=o,S=g>=r&&g<o,P=u(p),R=je(P*i,3),x=um(P.getFullYear(),C?0:P.getMonth(),S||C?1:P.getDate()),A=je(x*i,3);if(S||C){let k=S?g/r:0,N=C?g/o:0,D=R==A?R:je(um(x.getFullYear()+N,x.getMonth()+k,1)*i,3),H=new Date(In(D/i)),X=H.getFullYear(),O=H.getMonth();for(let G=0;D<=_;G++){let $=um(X+N*G,O+k*G,1),V=$-u(je($*i,3));D=je((+$+V)*i,3),D<=_&&v.push(D)}}else{let k=g>=s?s:g,N=Li(p)-Li(R),D=A+N+Nd(R-A,k);v.push(D);let H=u(D),X=H.getHours()+H.getMinutes()/e+H.getSeconds()/n,O=g/n,G=d.axes[f]._space,$=m/G;for(;D=je(D+g,i==1?0:3),!(D>_);)if(O>1){let V=Li(je(X+O,6))%24,Q=u(D).getHours()-V;Q>1&&(Q=-1),D-=Q*n,X=(X+O)%24;let et=v[v.length-1];je((D-et)/g,3)*$>=.7&&v.push(D)}else v.push(D)}return v}}return[l,c,h]}var[Q2,tP,eP]=lv(1),[nP,iP,sP]=lv(.001);Ql(2,-53,53,[1]);function Ty(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function Ay(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,d,f;return n.map(p=>{let _=i(p),g=_.getFullYear(),m=_.getMonth(),v=_.getDate(),C=_.getHours(),S=_.getMinutes(),P=_.getSeconds(),R=g!=l&&a[2]||m!=c&&a[3]||v!=h&&a[4]||C!=u&&a[5]||S!=d&&a[6]||P!=f&&a[7]||a[1];return l=g,c=m,h=v,u=C,d=S,f=P,R(_)})}}function rP(i,t){let e=Im(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function um(i,t,e){return new Date(i,t,e)}function Cy(i,t){return t(i)}var oP="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Ry(i,t){return(e,n,s,r)=>r==null?Em:t(i(n))}function aP(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function lP(i,t){return i.series[t].fill(i,t)}var cP={show:!0,live:!0,isolate:!1,mount:C2,markers:{show:!0,width:2,stroke:aP,fill:lP,dash:"solid"},idx:null,idxs:null,values:[]};function hP(i,t){let e=i.cursor.points,n=Vi(),s=e.size(i,t);sn(n,Yl,s),sn(n,Zl,s);let r=s/-2;sn(n,"marginLeft",r),sn(n,"marginTop",r);let o=e.width(i,t,s);return o&&sn(n,"borderWidth",o),n}function uP(i,t){let e=i.series[t].points;return e._fill||e._stroke}function dP(i,t){let e=i.series[t].points;return e._stroke||e._fill}function fP(i,t){return i.series[t].points.size}var dm=[0,0];function pP(i,t,e){return dm[0]=t,dm[1]=e,dm}function Ad(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function fm(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var mP={show:!0,x:!0,y:!0,lock:!1,move:pP,points:{one:!1,show:hP,size:fP,width:0,stroke:dP,fill:uP},bind:{mousedown:Ad,mouseup:Ad,click:Ad,dblclick:Ad,mousemove:fm,mouseleave:fm,mouseenter:fm},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},cv={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Dm=wn({},cv,{filter:Zy}),hv=wn({},Dm,{size:10}),uv=wn({},cv,{show:!1}),Nm='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',dv="bold "+Nm,fv=1.5,Py={show:!0,scale:"x",stroke:wm,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:dv,side:2,grid:Dm,ticks:hv,border:uv,font:Nm,lineGap:fv,rotate:0},gP="Value",_P="Time",Iy={show:!0,scale:"x",auto:!1,sorted:1,min:Ze,max:-Ze,idxs:[]};function xP(i,t,e,n,s){return t.map(r=>r==null?"":Rm(r))}function yP(i,t,e,n,s,r,o){let a=[],l=Er.get(s)||0;e=o?e:je(Nd(e,s),l);for(let c=e;c<=n;c=je(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function ym(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ks:qy,h=Li(c(e));s=da(l,h),l==10&&(s=Kr[is(s,Kr)]);let u=e,d=s*l;l==10&&(d=Kr[is(d,Kr)]);do a.push(u),u=u+s,l==10&&!Er.has(u)&&(u=je(u,Er.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Kr[is(d,Kr)]));while(u<=n);return a}function vP(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?ym(i,t,pi(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?ym(i,t,pi(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var pv=/./,bP=/[12357]/,SP=/[125]/,Ly=/1/,vm=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function MP(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?pv:l(7,o)-h>=c?bP:l(5,o)-h>=c?SP:Ly;if(u==Ly){let d=Ln(l(1,o)-h);if(d<c)return vm(t.slice().reverse(),a.distr,u,Gi(c/d)).reverse()}return vm(t,a.distr,u,1)}function wP(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Ln(l(1,o)-l(2,o));return c<a?vm(t.slice().reverse(),3,pv,Gi(a/c)).reverse():t}function EP(i,t,e,n){return n==null?Em:t==null?"":Rm(t)}var Dy={show:!0,scale:"y",stroke:wm,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:dv,side:3,grid:Dm,ticks:hv,border:uv,font:Nm,lineGap:fv,rotate:0};function TP(i,t){let e=3+(i||1)*2;return je(e*t,3)}function AP(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Ln(o-r),l=i.series[t],c=a/(l.points.space*Be);return n[1]-n[0]<=c}var Ny={scale:null,auto:!0,sorted:0,min:Ze,max:-Ze},mv=(i,t,e,n,s)=>s,Oy={show:!0,auto:!0,sorted:0,gaps:mv,alpha:1,facets:[wn({},Ny,{scale:"x"}),wn({},Ny,{scale:"y"})]},Uy={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:mv,alpha:1,points:{show:AP,filter:null},values:null,min:Ze,max:-Ze,idxs:[],path:null,clip:null};function CP(i,t,e,n,s){return e/10}var gv={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},RP=wn({},gv,{time:!1,ori:1}),Fy={};function _v(i,t){let e=Fy[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(Fy[i]=e)),e}var ma=1,bm=2;function no(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,_=a.height,g=i.valToPosH,m=i.valToPosV;return h.ori==0?e(s,l,c,h,u,g,m,d,f,p,_,Fd,_a,kd,yv,bv):e(s,l,c,h,u,m,g,f,d,_,p,Bd,xa,Fm,vv,Sv)}function Om(i,t){let e=0,n=0,s=Oe(i.bands,Pm);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function PP(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Qs(i,t,e,n,s,r){return no(i,t,(o,a,l,c,h,u,d,f,p,_,g)=>{let m=o.pxRound,v=c.dir*(c.ori==0?1:-1),C=c.ori==0?_a:xa,S,P;v==1?(S=e,P=n):(S=n,P=e);let R=m(u(a[S],c,_,f)),x=m(d(l[S],h,g,p)),A=m(u(a[P],c,_,f)),k=m(d(r==1?h.max:h.min,h,g,p)),N=new Path2D(s);return C(N,A,k),C(N,R,k),C(N,R,x),N})}function Ud(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?kd:Fm,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function IP(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Um(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),_=u-s;f=o<=0&&_>=0&&_<l?r(i[_]):f;let m=d+s;p=o>=0&&m>=0&&m<l?r(i[m]):p,p>=f&&a.push([f,p])}return a}function By(i){return i==0?Yy:i==1?In:t=>Jr(t,i)}function xv(i){let t=i==0?Fd:Bd,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=ss(c,a/2,l/2),h=ss(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var Fd=(i,t,e)=>{i.moveTo(t,e)},Bd=(i,t,e)=>{i.moveTo(e,t)},_a=(i,t,e)=>{i.lineTo(t,e)},xa=(i,t,e)=>{i.lineTo(e,t)},kd=xv(0),Fm=xv(1),yv=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},vv=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},bv=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Sv=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Mv(i){return(t,e,n,s,r)=>no(t,e,(o,a,l,c,h,u,d,f,p,_,g)=>{let{pxRound:m,points:v}=o,C,S;c.ori==0?(C=Fd,S=yv):(C=Bd,S=vv);let P=je(v.width*Be,3),R=(v.size-v.width)/2*Be,x=je(R*2,3),A=new Path2D,k=new Path2D,{left:N,top:D,width:H,height:X}=t.bbox;kd(k,N-x,D-x,H+x*2,X+x*2);let O=G=>{if(l[G]!=null){let $=m(u(a[G],c,_,f)),V=m(d(l[G],h,g,p));C(A,$+R,V),S(A,$,V,R,0,Cd*2)}};if(r)r.forEach(O);else for(let G=n;G<=s;G++)O(G);return{stroke:P>0?A:null,fill:A,clip:k,flags:ma|bm}})}function wv(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var LP=wv(_a),DP=wv(xa);function Ev(i){let t=Oe(i?.alignGaps,0);return(e,n,s,r)=>no(e,n,(o,a,l,c,h,u,d,f,p,_,g)=>{[s,r]=Ld(l,s,r);let m=o.pxRound,v=X=>m(u(X,c,_,f)),C=X=>m(d(X,h,g,p)),S,P;c.ori==0?(S=_a,P=LP):(S=xa,P=DP);let R=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ma},A=x.stroke,k=!1;if(r-s>=_*4){let X=ht=>e.posToVal(ht,c.key,!0),O=null,G=null,$,V,ct,j=v(a[R==1?s:r]),Q=v(a[s]),et=v(a[r]),pt=X(R==1?Q+1:et-1);for(let ht=R==1?s:r;ht>=s&&ht<=r;ht+=R){let tt=a[ht],yt=(R==1?tt<pt:tt>pt)?j:v(tt),Lt=l[ht];yt==j?Lt!=null?(V=Lt,O==null?(S(A,yt,C(V)),$=O=G=V):V<O?O=V:V>G&&(G=V)):Lt===null&&(k=!0):(O!=null&&P(A,j,C(O),C(G),C($),C(V)),Lt!=null?(V=Lt,S(A,yt,C(V)),O=G=$=V):(O=G=null,Lt===null&&(k=!0)),j=yt,pt=X(j+R))}O!=null&&O!=G&&ct!=j&&P(A,j,C(O),C(G),C($),C(V))}else for(let X=R==1?s:r;X>=s&&X<=r;X+=R){let O=l[X];O===null?k=!0:O!=null&&S(A,v(a[X]),C(O))}let[D,H]=Om(e,n);if(o.fill!=null||D!=0){let X=x.fill=new Path2D(A),O=o.fillTo(e,n,o.min,o.max,D),G=C(O),$=v(a[s]),V=v(a[r]);R==-1&&([V,$]=[$,V]),S(X,V,G),S(X,$,G)}if(!o.spanGaps){let X=[];k&&X.push(...Um(a,l,s,r,R,v,t)),x.gaps=X=o.gaps(e,n,s,r,X),x.clip=Ud(X,c.ori,f,p,_,g)}return H!=0&&(x.band=H==2?[Qs(e,n,s,r,A,-1),Qs(e,n,s,r,A,1)]:Qs(e,n,s,r,A,H)),x})}function NP(i){let t=Oe(i.align,1),e=Oe(i.ascDesc,!1),n=Oe(i.alignGaps,0),s=Oe(i.extend,!1);return(r,o,a,l)=>no(r,o,(c,h,u,d,f,p,_,g,m,v,C)=>{[a,l]=Ld(u,a,l);let S=c.pxRound,{left:P,width:R}=r.bbox,x=Q=>S(p(Q,d,v,g)),A=Q=>S(_(Q,f,C,m)),k=d.ori==0?_a:xa,N={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ma},D=N.stroke,H=d.dir*(d.ori==0?1:-1),X=A(u[H==1?a:l]),O=x(h[H==1?a:l]),G=O,$=O;s&&t==-1&&($=P,k(D,$,X)),k(D,O,X);for(let Q=H==1?a:l;Q>=a&&Q<=l;Q+=H){let et=u[Q];if(et==null)continue;let pt=x(h[Q]),ht=A(et);t==1?k(D,pt,X):k(D,G,ht),k(D,pt,ht),X=ht,G=pt}let V=G;s&&t==1&&(V=P+R,k(D,V,X));let[ct,j]=Om(r,o);if(c.fill!=null||ct!=0){let Q=N.fill=new Path2D(D),et=c.fillTo(r,o,c.min,c.max,ct),pt=A(et);k(Q,V,pt),k(Q,$,pt)}if(!c.spanGaps){let Q=[];Q.push(...Um(h,u,a,l,H,x,n));let et=c.width*Be/2,pt=e||t==1?et:-et,ht=e||t==-1?-et:et;Q.forEach(tt=>{tt[0]+=pt,tt[1]+=ht}),N.gaps=Q=c.gaps(r,o,a,l,Q),N.clip=Ud(Q,d.ori,g,m,v,C)}return j!=0&&(N.band=j==2?[Qs(r,o,a,l,D,-1),Qs(r,o,a,l,D,1)]:Qs(r,o,a,l,D,j)),N})}function ky(i,t,e,n,s,r,o=Ze){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=Ln(i[l]-i[a]);h<c&&(c=h,o=Ln(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function OP(i){i=i||Kl;let t=Oe(i.size,[.6,Ze,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=De(s),o=1-t[0],a=Oe(t[1],Ze),l=Oe(t[2],1),c=Oe(i.disp,Kl),h=Oe(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,_,g)=>no(f,p,(m,v,C,S,P,R,x,A,k,N,D)=>{let H=m.pxRound,X=e,O=n*Be,G=a*Be,$=l*Be,V,ct;S.ori==0?[V,ct]=r(f,p):[ct,V]=r(f,p);let j=S.dir*(S.ori==0?1:-1),Q=S.ori==0?kd:Fm,et=S.ori==0?h:(St,qt,fe,Et,ke,Zt,te)=>{h(St,qt,fe,ke,Et,te,Zt)},pt=Oe(f.bands,Pm).find(St=>St.series[0]==p),ht=pt!=null?pt.dir:0,tt=m.fillTo(f,p,m.min,m.max,ht),_t=H(x(tt,P,D,k)),yt,Lt,wt,Gt=N,ae=H(m.width*Be),Jt=!1,le=null,oe=null,ot=null,vt=null;u!=null&&(ae==0||d!=null)&&(Jt=!0,le=u.values(f,p,_,g),oe=new Map,new Set(le).forEach(St=>{St!=null&&oe.set(St,new Path2D)}),ae>0&&(ot=d.values(f,p,_,g),vt=new Map,new Set(ot).forEach(St=>{St!=null&&vt.set(St,new Path2D)})));let{x0:xt,size:Bt}=c;if(xt!=null&&Bt!=null){X=1,v=xt.values(f,p,_,g),xt.unit==2&&(v=v.map(fe=>f.posToVal(A+fe*N,S.key,!0)));let St=Bt.values(f,p,_,g);Bt.unit==2?Lt=St[0]*N:Lt=R(St[0],S,N,A)-R(0,S,N,A),Gt=ky(v,C,R,S,N,A,Gt),wt=Gt-Lt+O}else Gt=ky(v,C,R,S,N,A,Gt),wt=Gt*o+O,Lt=Gt-wt;wt<1&&(wt=0),ae>=Lt/2&&(ae=0),wt<5&&(H=Yy);let Dt=wt>0,se=Gt-wt-(Dt?ae:0);Lt=H(xm(se,$,G)),yt=(X==0?Lt/2:X==j?0:Lt)-X*j*((X==0?O/2:0)+(Dt?ae/2:0));let kt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},be=Jt?null:new Path2D,ge=null;if(pt!=null)ge=f.data[pt.series[1]];else{let{y0:St,y1:qt}=c;St!=null&&qt!=null&&(C=qt.values(f,p,_,g),ge=St.values(f,p,_,g))}let we=V*Lt,F=ct*Lt;for(let St=j==1?_:g;St>=_&&St<=g;St+=j){let qt=C[St];if(qt==null)continue;if(ge!=null){let q=ge[St]??0;if(qt-q==0)continue;_t=x(q,P,D,k)}let fe=S.distr!=2||c!=null?v[St]:St,Et=R(fe,S,N,A),ke=x(Oe(qt,tt),P,D,k),Zt=H(Et-yt),te=H(pi(ke,_t)),I=H(ss(ke,_t)),M=te-I;if(qt!=null){let q=qt<0?F:we,dt=qt<0?we:F;Jt?(ae>0&&ot[St]!=null&&Q(vt.get(ot[St]),Zt,I+Li(ae/2),Lt,pi(0,M-ae),q,dt),le[St]!=null&&Q(oe.get(le[St]),Zt,I+Li(ae/2),Lt,pi(0,M-ae),q,dt)):Q(be,Zt,I+Li(ae/2),Lt,pi(0,M-ae),q,dt),et(f,p,St,Zt-ae/2,I,Lt+ae,M)}}return ae>0?kt.stroke=Jt?vt:be:Jt||(kt._fill=m.width==0?m._fill:m._stroke??m._fill,kt.width=0),kt.fill=Jt?oe:be,kt})}function UP(i,t){let e=Oe(t?.alignGaps,0);return(n,s,r,o)=>no(n,s,(a,l,c,h,u,d,f,p,_,g,m)=>{[r,o]=Ld(c,r,o);let v=a.pxRound,C=V=>v(d(V,h,g,p)),S=V=>v(f(V,u,m,_)),P,R,x;h.ori==0?(P=Fd,x=_a,R=bv):(P=Bd,x=xa,R=Sv);let A=h.dir*(h.ori==0?1:-1),k=C(l[A==1?r:o]),N=k,D=[],H=[];for(let V=A==1?r:o;V>=r&&V<=o;V+=A)if(c[V]!=null){let j=l[V],Q=C(j);D.push(N=Q),H.push(S(c[V]))}let X={stroke:i(D,H,P,x,R,v),fill:null,clip:null,band:null,gaps:null,flags:ma},O=X.stroke,[G,$]=Om(n,s);if(a.fill!=null||G!=0){let V=X.fill=new Path2D(O),ct=a.fillTo(n,s,a.min,a.max,G),j=S(ct);x(V,N,j),x(V,k,j)}if(!a.spanGaps){let V=[];V.push(...Um(l,c,r,o,A,C,e)),X.gaps=V=a.gaps(n,s,r,o,V),X.clip=Ud(V,h.ori,p,_,g,m)}return $!=0&&(X.band=$==2?[Qs(n,s,r,o,O,-1),Qs(n,s,r,o,O,1)]:Qs(n,s,r,o,O,$)),X})}function FP(i){return UP(BP,i)}function BP(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var Sm=new Set;function zy(){for(let i of Sm)i.syncRect(!0)}ga&&(to(x2,ua,zy),to(y2,ua,zy,!0),to(Rd,ua,()=>{hn.pxRatio=Be}));var kP=Ev(),zP=Mv();function Vy(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Mm(r,o,t,e))}function VP(i,t){return i.map((e,n)=>n==0?{}:wn({},t,e))}function Mm(i,t,e,n){return wn({},t==0?e:n,i)}function Tv(i,t,e){return t==null?fa:[t,e]}var GP=Tv;function HP(i,t,e){return t==null?fa:Pd(t,e,Cm,!0)}function Av(i,t,e,n){return t==null?fa:Dd(t,e,i.scales[n].log,!1)}var WP=Av;function Cv(i,t,e,n){return t==null?fa:Am(t,e,i.scales[n].log,!1)}var XP=Cv;function qP(i,t,e,n,s){let r=pi(yy(i),yy(t)),o=t-i,a=is(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Er.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function Gy(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=In((e=+s)*Be))+"px"),[i,t,e]}function $P(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=je(t[2]*Be,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function hn(i,t,e){let n={mode:Oe(i.mode,1)},s=n.mode;function r(y,w,L,U){let W=w.valToPct(y);return U+L*(w.dir==-1?1-W:W)}function o(y,w,L,U){let W=w.valToPct(y);return U+L*(w.dir==-1?W:1-W)}function a(y,w,L,U){return w.ori==0?r(y,w,L,U):o(y,w,L,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Vi(t2);if(i.id!=null&&(c.id=i.id),Ii(c,i.class),i.title){let y=Vi(i2,c);y.textContent=i.title}let h=ns("canvas"),u=n.ctx=h.getContext("2d"),d=Vi(s2,c);to("click",d,y=>{y.target===p&&(Qe!=co||rn!=ho)&&Gn.click(n,y)},!0);let f=n.under=Vi(r2,d);d.appendChild(h);let p=n.over=Vi(o2,d);i=pa(i);let _=+Oe(i.pxAlign,1),g=By(_);(i.plugins||[]).forEach(y=>{y.opts&&(i=y.opts(n,i)||i)});let m=i.ms||.001,v=n.series=s==1?Vy(i.series||[],Iy,Uy,!1):VP(i.series||[null],Oy),C=n.axes=Vy(i.axes||[],Py,Dy,!0),S=n.scales={},P=n.bands=i.bands||[];P.forEach(y=>{y.fill=De(y.fill||null),y.dir=Oe(y.dir,-1)});let R=s==2?v[1].facets[0].scale:v[0].scale,x={axes:Rs,series:Ce},A=(i.drawOrder||["axes","series"]).map(y=>x[y]);function k(y){let w=y.distr==3?L=>Ks(L>0?L:y.clamp(n,L,y.min,y.max,y.key)):y.distr==4?L=>hm(L,y.asinh):y.distr==100?L=>y.fwd(L):L=>L;return L=>{let U=w(L),{_min:W,_max:J}=y,lt=J-W;return(U-W)/lt}}function N(y){let w=S[y];if(w==null){let L=(i.scales||Kl)[y]||Kl;if(L.from!=null){N(L.from);let U=wn({},S[L.from],L,{key:y});U.valToPct=k(U),S[y]=U}else{w=S[y]=wn({},y==R?gv:RP,L),w.key=y;let U=w.time,W=w.range,J=wr(W);if((y!=R||s==2&&!U)&&(J&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?gy:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?gy:{mode:1,hard:W[1],soft:W[1]}},J=!1),!J&&Od(W))){let lt=W;W=(mt,At,zt)=>At==null?fa:Pd(At,zt,lt)}w.range=De(W||(U?GP:y==R?w.distr==3?WP:w.distr==4?XP:Tv:w.distr==3?Av:w.distr==4?Cv:HP)),w.auto=De(J?!1:w.auto),w.clamp=De(w.clamp||CP),w._min=w._max=null,w.valToPct=k(w)}}}N("x"),N("y"),s==1&&v.forEach(y=>{N(y.scale)}),C.forEach(y=>{N(y.scale)});for(let y in i.scales)N(y);let D=S[R],H=D.distr,X,O;D.ori==0?(Ii(c,e2),X=r,O=o):(Ii(c,n2),X=o,O=r);let G={};for(let y in S){let w=S[y];(w.min!=null||w.max!=null)&&(G[y]={min:w.min,max:w.max},w.min=w.max=null)}let $=i.tzDate||(y=>new Date(In(y/m))),V=i.fmtDate||Im,ct=m==1?eP($):sP($),j=Ay($,Ty(m==1?tP:iP,V)),Q=Ry($,Cy(oP,V)),et=[],pt=n.legend=wn({},cP,i.legend),ht=n.cursor=wn({},mP,{drag:{y:s==2}},i.cursor),tt=pt.show,_t=ht.show,yt=pt.markers;pt.idxs=et,yt.width=De(yt.width),yt.dash=De(yt.dash),yt.stroke=De(yt.stroke),yt.fill=De(yt.fill);let Lt,wt,Gt,ae=[],Jt=[],le,oe=!1,ot={};if(pt.live){let y=v[1]?v[1].values:null;oe=y!=null,le=oe?y(n,1,0):{_:0};for(let w in le)ot[w]=Em}if(tt)if(Lt=ns("table",d2,c),Gt=ns("tbody",null,Lt),pt.mount(n,Lt),oe){wt=ns("thead",null,Lt,Gt);let y=ns("tr",null,wt);ns("th",null,y);for(var vt in le)ns("th",iy,y).textContent=vt}else Ii(Lt,p2),pt.live&&Ii(Lt,f2);let xt={show:!0},Bt={show:!1};function Dt(y,w){if(w==0&&(oe||!pt.live||s==2))return fa;let L=[],U=ns("tr",m2,Gt,Gt.childNodes[w]);Ii(U,y.class),y.show||Ii(U,Qr);let W=ns("th",null,U);if(yt.show){let mt=Vi(g2,W);if(w>0){let At=yt.width(n,w);At&&(mt.style.border=At+"px "+yt.dash(n,w)+" "+yt.stroke(n,w)),mt.style.background=yt.fill(n,w)}}let J=Vi(iy,W);y.label instanceof HTMLElement?J.appendChild(y.label):J.textContent=y.label,w>0&&(yt.show||(J.style.color=y.width>0?yt.stroke(n,w):yt.fill(n,w)),kt("click",W,mt=>{if(ht._lock)return;ue(mt);let At=v.indexOf(y);if((mt.ctrlKey||mt.metaKey)!=pt.isolate){let zt=v.some((Vt,Xt)=>Xt>0&&Xt!=At&&Vt.show);v.forEach((Vt,Xt)=>{Xt>0&&ls(Xt,zt?Xt==At?xt:Bt:xt,!0,vn.setSeries)})}else ls(At,{show:!y.show},!0,vn.setSeries)},!1),de&&kt(ay,W,mt=>{ht._lock||(ue(mt),ls(v.indexOf(y),fo,!0,vn.setSeries))},!1));for(var lt in le){let mt=ns("td",_2,U);mt.textContent="--",L.push(mt)}return[U,L]}let se=new Map;function kt(y,w,L,U=!0){let W=se.get(w)||{},J=ht.bind[y](n,w,L,U);J&&(to(y,w,W[y]=J),se.set(w,W))}function be(y,w,L){let U=se.get(w)||{};for(let W in U)(y==null||W==y)&&(_m(W,w,U[W]),delete U[W]);y==null&&se.delete(w)}let ge=0,we=0,F=0,St=0,qt=0,fe=0,Et=qt,ke=fe,Zt=F,te=St,I=0,M=0,q=0,dt=0;n.bbox={};let at=!1,Mt=!1,Tt=!1,nt=!1,st=!1,gt=!1;function B(y,w,L){(L||y!=n.width||w!=n.height)&&rt(y,w),Ee(!1),Tt=!0,Mt=!0,$n()}function rt(y,w){n.width=ge=F=y,n.height=we=St=w,qt=fe=0,Ct(),Kt();let L=n.bbox;I=L.left=Jr(qt*Be,.5),M=L.top=Jr(fe*Be,.5),q=L.width=Jr(F*Be,.5),dt=L.height=Jr(St*Be,.5)}let it=3;function Rt(){let y=!1,w=0;for(;!y;){w++;let L=oo(w),U=as(w);y=w==it||L&&U,y||(rt(n.width,n.height),Mt=!0)}}function bt({width:y,height:w}){B(y,w)}n.setSize=bt;function Ct(){let y=!1,w=!1,L=!1,U=!1;C.forEach((W,J)=>{if(W.show&&W._show){let{side:lt,_size:mt}=W,At=lt%2,zt=W.label!=null?W.labelSize:0,Vt=mt+zt;Vt>0&&(At?(F-=Vt,lt==3?(qt+=Vt,U=!0):L=!0):(St-=Vt,lt==0?(fe+=Vt,y=!0):w=!0))}}),rs[0]=y,rs[1]=L,rs[2]=w,rs[3]=U,F-=Hi[1]+Hi[3],qt+=Hi[3],St-=Hi[2]+Hi[0],fe+=Hi[0]}function Kt(){let y=qt+F,w=fe+St,L=qt,U=fe;function W(J,lt){switch(J){case 1:return y+=lt,y-lt;case 2:return w+=lt,w-lt;case 3:return L-=lt,L+lt;case 0:return U-=lt,U+lt}}C.forEach((J,lt)=>{if(J.show&&J._show){let mt=J.side;J._pos=W(mt,J._size),J.label!=null&&(J._lpos=W(mt,J.labelSize))}})}if(ht.dataIdx==null){let y=ht.hover,w=y.skip=new Set(y.skip??[]);w.add(void 0);let L=y.prox=De(y.prox),U=y.bias??=0;ht.dataIdx=(W,J,lt,mt)=>{if(J==0)return lt;let At=lt,zt=L(W,J,lt,mt)??Ze,Vt=zt>=0&&zt<Ze,Xt=D.ori==0?F:St,xe=ht.left,Ue=t[0],Ne=t[J];if(w.has(Ne[lt])){At=null;let Pe=null,ce=null,Qt;if(U==0||U==-1)for(Qt=lt;Pe==null&&Qt-- >0;)w.has(Ne[Qt])||(Pe=Qt);if(U==0||U==1)for(Qt=lt;ce==null&&Qt++<Ne.length;)w.has(Ne[Qt])||(ce=Qt);if(Pe!=null||ce!=null)if(Vt){let en=Pe==null?-1/0:X(Ue[Pe],D,Xt,0),fn=ce==null?1/0:X(Ue[ce],D,Xt,0),Un=xe-en,$e=fn-xe;Un<=$e?Un<=zt&&(At=Pe):$e<=zt&&(At=ce)}else At=ce==null?Pe:Pe==null?ce:lt-Pe<=ce-lt?Pe:ce}else Vt&&Ln(xe-X(Ue[lt],D,Xt,0))>zt&&(At=null);return At}}let ue=y=>{ht.event=y};ht.idxs=et,ht._lock=!1;let ut=ht.points;ut.show=De(ut.show),ut.size=De(ut.size),ut.stroke=De(ut.stroke),ut.width=De(ut.width),ut.fill=De(ut.fill);let $t=n.focus=wn({},i.focus||{alpha:.3},ht.focus),de=$t.prox>=0,Nt=de&&ut.one,Me=[],Ke=[],ni=[];function ba(y,w){let L=ut.show(n,w);if(L instanceof HTMLElement)return Ii(L,u2),Ii(L,y.class),Es(L,-10,-10,F,St),p.insertBefore(L,Me[w]),L}function io(y,w){if(s==1||w>0){let L=s==1&&S[y.scale].time,U=y.value;y.value=L?Sy(U)?Ry($,Cy(U,V)):U||Q:U||EP,y.label=y.label||(L?_P:gP)}if(Nt||w>0){y.width=y.width==null?1:y.width,y.paths=y.paths||kP||R2,y.fillTo=De(y.fillTo||PP),y.pxAlign=+Oe(y.pxAlign,_),y.pxRound=By(y.pxAlign),y.stroke=De(y.stroke||null),y.fill=De(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let L=TP(pi(1,y.width),1),U=y.points=wn({},{size:L,width:pi(1,L*.2),stroke:y.stroke,space:L*2,paths:zP,_stroke:null,_fill:null},y.points);U.show=De(U.show),U.filter=De(U.filter),U.fill=De(U.fill),U.stroke=De(U.stroke),U.paths=De(U.paths),U.pxAlign=y.pxAlign}if(tt){let L=Dt(y,w);ae.splice(w,0,L[0]),Jt.splice(w,0,L[1]),pt.values.push(null)}if(_t){et.splice(w,0,null);let L=null;Nt?w==0&&(L=ba(y,w)):w>0&&(L=ba(y,w)),Me.splice(w,0,L),Ke.splice(w,0,0),ni.splice(w,0,0)}On("addSeries",w)}function Qd(y,w){w=w??v.length,y=s==1?Mm(y,w,Iy,Uy):Mm(y,w,{},Oy),v.splice(w,0,y),io(v[w],w)}n.addSeries=Qd;function nc(y){if(v.splice(y,1),tt){pt.values.splice(y,1),Jt.splice(y,1);let w=ae.splice(y,1)[0];be(null,w.firstChild),w.remove()}_t&&(et.splice(y,1),Me.splice(y,1)[0].remove(),Ke.splice(y,1),ni.splice(y,1)),On("delSeries",y)}n.delSeries=nc;let rs=[!1,!1,!1,!1];function Ts(y,w){if(y._show=y.show,y.show){let L=y.side%2,U=S[y.scale];U==null&&(y.scale=L?v[1].scale:R,U=S[y.scale]);let W=U.time;y.size=De(y.size),y.space=De(y.space),y.rotate=De(y.rotate),wr(y.incrs)&&y.incrs.forEach(lt=>{!Er.has(lt)&&Er.set(lt,Jy(lt))}),y.incrs=De(y.incrs||(U.distr==2?J2:W?m==1?Q2:nP:Kr)),y.splits=De(y.splits||(W&&U.distr==1?ct:U.distr==3?ym:U.distr==4?vP:yP)),y.stroke=De(y.stroke),y.grid.stroke=De(y.grid.stroke),y.ticks.stroke=De(y.ticks.stroke),y.border.stroke=De(y.border.stroke);let J=y.values;y.values=wr(J)&&!wr(J[0])?De(J):W?wr(J)?Ay($,Ty(J,V)):Sy(J)?rP($,J):J||j:J||xP,y.filter=De(y.filter||(U.distr>=3&&U.log==10?MP:U.distr==3&&U.log==2?wP:Zy)),y.font=Gy(y.font),y.labelFont=Gy(y.labelFont),y._size=y.size(n,null,w,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(rs[w]=!0,y._el=Vi(a2,d))}}function As(y,w,L,U){let[W,J,lt,mt]=L,At=w%2,zt=0;return At==0&&(mt||J)&&(zt=w==0&&!W||w==2&&!lt?In(Py.size/3):0),At==1&&(W||lt)&&(zt=w==1&&!J||w==3&&!mt?In(Dy.size/2):0),zt}let Sa=n.padding=(i.padding||[As,As,As,As]).map(y=>De(Oe(y,As))),Hi=n._padding=Sa.map((y,w)=>y(n,w,rs,0)),un,mn=null,gn=null,os=s==1?v[0].idxs:null,xi=null,tr=!1;function Ma(y,w){if(t=y??[],n.data=n._data=t,s==2){un=0;for(let L=1;L<v.length;L++)un+=t[L][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),xi=t[0],un=xi.length;let L=t;if(H==2){L=t.slice();let U=L[0]=Array(un);for(let W=0;W<un;W++)U[W]=W}n._data=t=L}if(Ee(!0),On("setData"),H==2&&(Tt=!0),w!==!1){let L=D;L.auto(n,tr)?wa():ir(R,L.min,L.max),nt=nt||ht.left>=0,gt=!0,$n()}}n.setData=Ma;function wa(){tr=!0;let y,w;s==1&&(un>0?(mn=os[0]=0,gn=os[1]=un-1,y=t[0][mn],w=t[0][gn],H==2?(y=mn,w=gn):y==w&&(H==3?[y,w]=Dd(y,y,D.log,!1):H==4?[y,w]=Am(y,y,D.log,!1):D.time?w=y+In(86400/m):[y,w]=Pd(y,w,Cm,!0))):(mn=os[0]=y=null,gn=os[1]=w=null)),ir(R,y,w)}let so,er,ro,E,z,K,Y,Z,Pt,Ut;function It(y,w,L,U,W,J){y??=ry,L??=Pm,U??="butt",W??=ry,J??="round",y!=so&&(u.strokeStyle=so=y),W!=er&&(u.fillStyle=er=W),w!=ro&&(u.lineWidth=ro=w),J!=z&&(u.lineJoin=z=J),U!=K&&(u.lineCap=K=U),L!=E&&u.setLineDash(E=L)}function Ft(y,w,L,U){w!=er&&(u.fillStyle=er=w),y!=Y&&(u.font=Y=y),L!=Z&&(u.textAlign=Z=L),U!=Pt&&(u.textBaseline=Pt=U)}function jt(y,w,L,U,W=0){if(U.length>0&&y.auto(n,tr)&&(w==null||w.min==null)){let J=Oe(mn,0),lt=Oe(gn,U.length-1),mt=L.min==null?M2(U,J,lt,W,y.distr==3):[L.min,L.max];y.min=ss(y.min,L.min=mt[0]),y.max=pi(y.max,L.max=mt[1])}}let pe={min:null,max:null};function Ae(){for(let U in S){let W=S[U];G[U]==null&&(W.min==null||G[R]!=null&&W.auto(n,tr))&&(G[U]=pe)}for(let U in S){let W=S[U];G[U]==null&&W.from!=null&&G[W.from]!=null&&(G[U]=pe)}G[R]!=null&&Ee(!0);let y={};for(let U in G){let W=G[U];if(W!=null){let J=y[U]=pa(S[U],L2);if(W.min!=null)wn(J,W);else if(U!=R||s==2)if(un==0&&J.from==null){let lt=J.range(n,null,null,U);J.min=lt[0],J.max=lt[1]}else J.min=Ze,J.max=-Ze}}if(un>0){v.forEach((U,W)=>{if(s==1){let J=U.scale,lt=G[J];if(lt==null)return;let mt=y[J];if(W==0){let At=mt.range(n,mt.min,mt.max,J);mt.min=At[0],mt.max=At[1],mn=is(mt.min,t[0]),gn=is(mt.max,t[0]),gn-mn>1&&(t[0][mn]<mt.min&&mn++,t[0][gn]>mt.max&&gn--),U.min=xi[mn],U.max=xi[gn]}else U.show&&U.auto&&jt(mt,lt,U,t[W],U.sorted);U.idxs[0]=mn,U.idxs[1]=gn}else if(W>0&&U.show&&U.auto){let[J,lt]=U.facets,mt=J.scale,At=lt.scale,[zt,Vt]=t[W],Xt=y[mt],xe=y[At];Xt!=null&&jt(Xt,G[mt],J,zt,J.sorted),xe!=null&&jt(xe,G[At],lt,Vt,lt.sorted),U.min=lt.min,U.max=lt.max}});for(let U in y){let W=y[U],J=G[U];if(W.from==null&&(J==null||J.min==null)){let lt=W.range(n,W.min==Ze?null:W.min,W.max==-Ze?null:W.max,U);W.min=lt[0],W.max=lt[1]}}}for(let U in y){let W=y[U];if(W.from!=null){let J=y[W.from];if(J.min==null)W.min=W.max=null;else{let lt=W.range(n,J.min,J.max,U);W.min=lt[0],W.max=lt[1]}}}let w={},L=!1;for(let U in y){let W=y[U],J=S[U];if(J.min!=W.min||J.max!=W.max){J.min=W.min,J.max=W.max;let lt=J.distr;J._min=lt==3?Ks(J.min):lt==4?hm(J.min,J.asinh):lt==100?J.fwd(J.min):J.min,J._max=lt==3?Ks(J.max):lt==4?hm(J.max,J.asinh):lt==100?J.fwd(J.max):J.max,w[U]=L=!0}}if(L){v.forEach((U,W)=>{s==2?W>0&&w.y&&(U._paths=null):w[U.scale]&&(U._paths=null)});for(let U in w)Tt=!0,On("setScale",U);_t&&ht.left>=0&&(nt=gt=!0)}for(let U in G)G[U]=null}function Yt(y){let w=xm(mn-1,0,un-1),L=xm(gn+1,0,un-1);for(;y[w]==null&&w>0;)w--;for(;y[L]==null&&L<un-1;)L++;return[w,L]}function Ce(){if(un>0){let y=v.some(w=>w._focus)&&Ut!=$t.alpha;y&&(u.globalAlpha=Ut=$t.alpha),v.forEach((w,L)=>{if(L>0&&w.show&&(an(L,!1),an(L,!0),w._paths==null)){let U=Ut;Ut!=w.alpha&&(u.globalAlpha=Ut=w.alpha);let W=s==2?[0,t[L][0].length-1]:Yt(t[L]);w._paths=w.paths(n,L,W[0],W[1]),Ut!=U&&(u.globalAlpha=Ut=U)}}),v.forEach((w,L)=>{if(L>0&&w.show){let U=Ut;Ut!=w.alpha&&(u.globalAlpha=Ut=w.alpha),w._paths!=null&&He(L,!1);{let W=w._paths!=null?w._paths.gaps:null,J=w.points.show(n,L,mn,gn,W),lt=w.points.filter(n,L,J,W);(J||lt)&&(w.points._paths=w.points.paths(n,L,mn,gn,lt),He(L,!0))}Ut!=U&&(u.globalAlpha=Ut=U),On("drawSeries",L)}}),y&&(u.globalAlpha=Ut=1)}}function an(y,w){let L=w?v[y].points:v[y];L._stroke=L.stroke(n,y),L._fill=L.fill(n,y)}function He(y,w){let L=w?v[y].points:v[y],{stroke:U,fill:W,clip:J,flags:lt,_stroke:mt=L._stroke,_fill:At=L._fill,_width:zt=L.width}=L._paths;zt=je(zt*Be,3);let Vt=null,Xt=zt%2/2;w&&At==null&&(At=zt>0?"#fff":mt);let xe=L.pxAlign==1&&Xt>0;if(xe&&u.translate(Xt,Xt),!w){let Ue=I-zt/2,Ne=M-zt/2,Pe=q+zt,ce=dt+zt;Vt=new Path2D,Vt.rect(Ue,Ne,Pe,ce)}w?Ht(mt,zt,L.dash,L.cap,At,U,W,lt,J):We(y,mt,zt,L.dash,L.cap,At,U,W,lt,Vt,J),xe&&u.translate(-Xt,-Xt)}function We(y,w,L,U,W,J,lt,mt,At,zt,Vt){let Xt=!1;At!=0&&P.forEach((xe,Ue)=>{if(xe.series[0]==y){let Ne=v[xe.series[1]],Pe=t[xe.series[1]],ce=(Ne._paths||Kl).band;wr(ce)&&(ce=xe.dir==1?ce[0]:ce[1]);let Qt,en=null;Ne.show&&ce&&E2(Pe,mn,gn)?(en=xe.fill(n,Ue)||J,Qt=Ne._paths.clip):ce=null,Ht(w,L,U,W,en,lt,mt,At,zt,Vt,Qt,ce),Xt=!0}}),Xt||Ht(w,L,U,W,J,lt,mt,At,zt,Vt)}let En=ma|bm;function Ht(y,w,L,U,W,J,lt,mt,At,zt,Vt,Xt){It(y,w,L,U,W),(At||zt||Xt)&&(u.save(),At&&u.clip(At),zt&&u.clip(zt)),Xt?(mt&En)==En?(u.clip(Xt),Vt&&u.clip(Vt),Ie(W,lt),_n(y,J,w)):mt&bm?(Ie(W,lt),u.clip(Xt),_n(y,J,w)):mt&ma&&(u.save(),u.clip(Xt),Vt&&u.clip(Vt),Ie(W,lt),u.restore(),_n(y,J,w)):(Ie(W,lt),_n(y,J,w)),(At||zt||Xt)&&u.restore()}function _n(y,w,L){L>0&&(w instanceof Map?w.forEach((U,W)=>{u.strokeStyle=so=W,u.stroke(U)}):w!=null&&y&&u.stroke(w))}function Ie(y,w){w instanceof Map?w.forEach((L,U)=>{u.fillStyle=er=U,u.fill(L)}):w!=null&&y&&u.fill(w)}function Cs(y,w,L,U){let W=C[y],J;if(U<=0)J=[0,0];else{let lt=W._space=W.space(n,y,w,L,U),mt=W._incrs=W.incrs(n,y,w,L,U,lt);J=qP(w,L,mt,U,lt)}return W._found=J}function xn(y,w,L,U,W,J,lt,mt,At,zt){let Vt=lt%2/2;_==1&&u.translate(Vt,Vt),It(mt,lt,At,zt,mt),u.beginPath();let Xt,xe,Ue,Ne,Pe=W+(U==0||U==3?-J:J);L==0?(xe=W,Ne=Pe):(Xt=W,Ue=Pe);for(let ce=0;ce<y.length;ce++)w[ce]!=null&&(L==0?Xt=Ue=y[ce]:xe=Ne=y[ce],u.moveTo(Xt,xe),u.lineTo(Ue,Ne));u.stroke(),_==1&&u.translate(-Vt,-Vt)}function oo(y){let w=!0;return C.forEach((L,U)=>{if(!L.show)return;let W=S[L.scale];if(W.min==null){L._show&&(w=!1,L._show=!1,Ee(!1));return}else L._show||(w=!1,L._show=!0,Ee(!1));let J=L.side,lt=J%2,{min:mt,max:At}=W,[zt,Vt]=Cs(U,mt,At,lt==0?F:St);if(Vt==0)return;let Xt=W.distr==2,xe=L._splits=L.splits(n,U,mt,At,zt,Vt,Xt),Ue=W.distr==2?xe.map(Qt=>xi[Qt]):xe,Ne=W.distr==2?xi[xe[1]]-xi[xe[0]]:zt,Pe=L._values=L.values(n,L.filter(n,Ue,U,Vt,Ne),U,Vt,Ne);L._rotate=J==2?L.rotate(n,Pe,U,Vt):0;let ce=L._size;L._size=Gi(L.size(n,Pe,U,y)),ce!=null&&L._size!=ce&&(w=!1)}),w}function as(y){let w=!0;return Sa.forEach((L,U)=>{let W=L(n,U,rs,y);W!=Hi[U]&&(w=!1),Hi[U]=W}),w}function Rs(){for(let y=0;y<C.length;y++){let w=C[y];if(!w.show||!w._show)continue;let L=w.side,U=L%2,W,J,lt=w.stroke(n,y),mt=L==0||L==3?-1:1,[At,zt]=w._found;if(w.label!=null){let ri=w.labelGap*mt,bi=In((w._lpos+ri)*Be);Ft(w.labelFont[0],lt,"center",L==2?"top":sy),u.save(),U==1?(W=J=0,u.translate(bi,In(M+dt/2)),u.rotate((L==3?-Cd:Cd)/2)):(W=In(I+q/2),J=bi);let Rr=$y(w.label)?w.label(n,y,At,zt):w.label;u.fillText(Rr,W,J),u.restore()}if(zt==0)continue;let Vt=S[w.scale],Xt=U==0?q:dt,xe=U==0?I:M,Ue=w._splits,Ne=Vt.distr==2?Ue.map(ri=>xi[ri]):Ue,Pe=Vt.distr==2?xi[Ue[1]]-xi[Ue[0]]:At,ce=w.ticks,Qt=w.border,en=ce.show?ce.size:0,fn=In(en*Be),Un=In((w.alignTo==2?w._size-en-w.gap:w.gap)*Be),$e=w._rotate*-Cd/180,pn=g(w._pos*Be),yi=(fn+Un)*mt,si=pn+yi;J=U==0?si:0,W=U==1?si:0;let Ni=w.font[0],Wi=w.align==1?ca:w.align==2?am:$e>0?ca:$e<0?am:U==0?"center":L==3?am:ca,hs=$e||U==1?"middle":L==2?"top":sy;Ft(Ni,lt,Wi,hs);let vi=w.font[1]*w.lineGap,Oi=Ue.map(ri=>g(a(ri,Vt,Xt,xe))),Xi=w._values;for(let ri=0;ri<Xi.length;ri++){let bi=Xi[ri];if(bi!=null){U==0?W=Oi[ri]:J=Oi[ri],bi=""+bi;let Rr=bi.indexOf(`
`)==-1?[bi]:bi.split(/\n/gm);for(let oi=0;oi<Rr.length;oi++){let hg=Rr[oi];$e?(u.save(),u.translate(W,J+oi*vi),u.rotate($e),u.fillText(hg,0,0),u.restore()):u.fillText(hg,W,J+oi*vi)}}}ce.show&&xn(Oi,ce.filter(n,Ne,y,zt,Pe),U,L,pn,fn,je(ce.width*Be,3),ce.stroke(n,y),ce.dash,ce.cap);let us=w.grid;us.show&&xn(Oi,us.filter(n,Ne,y,zt,Pe),U,U==0?2:1,U==0?M:I,U==0?dt:q,je(us.width*Be,3),us.stroke(n,y),us.dash,us.cap),Qt.show&&xn([pn],[1],U==0?1:0,U==0?1:2,U==1?M:I,U==1?dt:q,je(Qt.width*Be,3),Qt.stroke(n,y),Qt.dash,Qt.cap)}On("drawAxes")}function Ee(y){v.forEach((w,L)=>{L>0&&(w._paths=null,y&&(s==1?(w.min=null,w.max=null):w.facets.forEach(U=>{U.min=null,U.max=null})))})}let dn=!1,ii=!1,Xe=[];function yn(){ii=!1;for(let y=0;y<Xe.length;y++)On(...Xe[y]);Xe.length=0}function $n(){dn||(k2(qm),dn=!0)}function ic(y,w=!1){dn=!0,ii=w,y(n),qm(),w&&Xe.length>0&&queueMicrotask(yn)}n.batch=ic;function qm(){if(at&&(Ae(),at=!1),Tt&&(Rt(),Tt=!1),Mt){if(sn(f,ca,qt),sn(f,"top",fe),sn(f,Yl,F),sn(f,Zl,St),sn(p,ca,qt),sn(p,"top",fe),sn(p,Yl,F),sn(p,Zl,St),sn(d,Yl,ge),sn(d,Zl,we),h.width=In(ge*Be),h.height=In(we*Be),C.forEach(({_el:y,_show:w,_size:L,_pos:U,side:W})=>{if(y!=null)if(w){let J=W===3||W===0?L:0,lt=W%2==1;sn(y,lt?"left":"top",U-J),sn(y,lt?"width":"height",L),sn(y,lt?"top":"left",lt?fe:qt),sn(y,lt?"height":"width",lt?St:F),gm(y,Qr)}else Ii(y,Qr)}),so=er=ro=z=K=Y=Z=Pt=E=null,Ut=1,Aa(!0),qt!=Et||fe!=ke||F!=Zt||St!=te){Ee(!1);let y=F/Zt,w=St/te;if(_t&&!nt&&ht.left>=0){ht.left*=y,ht.top*=w,ao&&Es(ao,In(ht.left),0,F,St),lo&&Es(lo,0,In(ht.top),F,St);for(let L=0;L<Me.length;L++){let U=Me[L];U!=null&&(Ke[L]*=y,ni[L]*=w,Es(U,Gi(Ke[L]),Gi(ni[L]),F,St))}}if(tn.show&&!st&&tn.left>=0&&tn.width>0){tn.left*=y,tn.width*=y,tn.top*=w,tn.height*=w;for(let L in of)sn(uo,L,tn[L])}Et=qt,ke=fe,Zt=F,te=St}On("setSize"),Mt=!1}ge>0&&we>0&&(u.clearRect(0,0,h.width,h.height),On("drawClear"),A.forEach(y=>y()),On("draw")),tn.show&&st&&(sc(tn),st=!1),_t&&nt&&(Cr(null,!0,!1),nt=!1),pt.show&&pt.live&&gt&&(sf(),gt=!1),l||(l=!0,n.status=1,On("ready")),tr=!1,dn=!1}n.redraw=(y,w)=>{Tt=w||!1,y!==!1?ir(R,D.min,D.max):$n()};function tf(y,w){let L=S[y];if(L.from==null){if(un==0){let U=L.range(n,w.min,w.max,y);w.min=U[0],w.max=U[1]}if(w.min>w.max){let U=w.min;w.min=w.max,w.max=U}if(un>1&&w.min!=null&&w.max!=null&&w.max-w.min<1e-16)return;y==R&&L.distr==2&&un>0&&(w.min=is(w.min,t[0]),w.max=is(w.max,t[0]),w.min==w.max&&w.max++),G[y]=w,at=!0,$n()}}n.setScale=tf;let ef,nf,ao,lo,$m,Ym,co,ho,Zm,jm,Qe,rn,nr=!1,Gn=ht.drag,Dn=Gn.x,Nn=Gn.y;_t&&(ht.x&&(ef=Vi(c2,p)),ht.y&&(nf=Vi(h2,p)),D.ori==0?(ao=ef,lo=nf):(ao=nf,lo=ef),Qe=ht.left,rn=ht.top);let tn=n.select=wn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),uo=tn.show?Vi(l2,tn.over?p:f):null;function sc(y,w){if(tn.show){for(let L in y)tn[L]=y[L],L in of&&sn(uo,L,y[L]);w!==!1&&On("setSelect")}}n.setSelect=sc;function ib(y){if(v[y].show)tt&&gm(ae[y],Qr);else if(tt&&Ii(ae[y],Qr),_t){let L=Nt?Me[0]:Me[y];L!=null&&Es(L,-10,-10,F,St)}}function ir(y,w,L){tf(y,{min:w,max:L})}function ls(y,w,L,U){w.focus!=null&&lb(y),w.show!=null&&v.forEach((W,J)=>{J>0&&(y==J||y==null)&&(W.show=w.show,ib(J),s==2?(ir(W.facets[0].scale,null,null),ir(W.facets[1].scale,null,null)):ir(W.scale,null,null),$n())}),L!==!1&&On("setSeries",y,w),U&&Ca("setSeries",n,y,w)}n.setSeries=ls;function sb(y,w){wn(P[y],w)}function rb(y,w){y.fill=De(y.fill||null),y.dir=Oe(y.dir,-1),w=w??P.length,P.splice(w,0,y)}function ob(y){y==null?P.length=0:P.splice(y,1)}n.addBand=rb,n.setBand=sb,n.delBand=ob;function ab(y,w){v[y].alpha=w,_t&&Me[y]!=null&&(Me[y].style.opacity=w),tt&&ae[y]&&(ae[y].style.opacity=w)}let Ps,sr,Ar,fo={focus:!0};function lb(y){if(y!=Ar){let w=y==null,L=$t.alpha!=1;v.forEach((U,W)=>{if(s==1||W>0){let J=w||W==0||W==y;U._focus=w?null:J,L&&ab(W,J?1:$t.alpha)}}),Ar=y,L&&$n()}}tt&&de&&kt(ly,Lt,y=>{ht._lock||(ue(y),Ar!=null&&ls(null,fo,!0,vn.setSeries))});function cs(y,w,L){let U=S[w];L&&(y=y/Be-(U.ori==1?fe:qt));let W=F;U.ori==1&&(W=St,y=W-y),U.dir==-1&&(y=W-y);let J=U._min,lt=U._max,mt=y/W,At=J+(lt-J)*mt,zt=U.distr;return zt==3?da(10,At):zt==4?A2(At,U.asinh):zt==100?U.bwd(At):At}function cb(y,w){let L=cs(y,R,w);return is(L,t[0],mn,gn)}n.valToIdx=y=>is(y,t[0]),n.posToIdx=cb,n.posToVal=cs,n.valToPos=(y,w,L)=>S[w].ori==0?r(y,S[w],L?q:F,L?I:0):o(y,S[w],L?dt:St,L?M:0),n.setCursor=(y,w,L)=>{Qe=y.left,rn=y.top,Cr(null,w,L)};function Jm(y,w){sn(uo,ca,tn.left=y),sn(uo,Yl,tn.width=w)}function Km(y,w){sn(uo,"top",tn.top=y),sn(uo,Zl,tn.height=w)}let Ea=D.ori==0?Jm:Km,Ta=D.ori==1?Jm:Km;function hb(){if(tt&&pt.live)for(let y=s==2?1:0;y<v.length;y++){if(y==0&&oe)continue;let w=pt.values[y],L=0;for(let U in w)Jt[y][L++].firstChild.nodeValue=w[U]}}function sf(y,w){if(y!=null&&(y.idxs?y.idxs.forEach((L,U)=>{et[U]=L}):I2(y.idx)||et.fill(y.idx),pt.idx=et[0]),tt&&pt.live){for(let L=0;L<v.length;L++)(L>0||s==1&&!oe)&&ub(L,et[L]);hb()}gt=!1,w!==!1&&On("setLegend")}n.setLegend=sf;function ub(y,w){let L=v[y],U=y==0&&H==2?xi:t[y],W;oe?W=L.values(n,y,w)??ot:(W=L.value(n,w==null?null:U[w],y,w),W=W==null?ot:{_:W}),pt.values[y]=W}function Cr(y,w,L){Zm=Qe,jm=rn,[Qe,rn]=ht.move(n,Qe,rn),ht.left=Qe,ht.top=rn,_t&&(ao&&Es(ao,In(Qe),0,F,St),lo&&Es(lo,0,In(rn),F,St));let U,W=mn>gn;Ps=Ze,sr=null;let J=D.ori==0?F:St,lt=D.ori==1?F:St;if(Qe<0||un==0||W){U=ht.idx=null;for(let mt=0;mt<v.length;mt++){let At=Me[mt];At!=null&&Es(At,-10,-10,F,St)}de&&ls(null,fo,!0,y==null&&vn.setSeries),pt.live&&(et.fill(U),gt=!0)}else{let mt,At,zt;s==1&&(mt=D.ori==0?Qe:rn,At=cs(mt,R),U=ht.idx=is(At,t[0],mn,gn),zt=X(t[0][U],D,J,0));let Vt=-10,Xt=-10,xe=0,Ue=0,Ne=!0,Pe="",ce="";for(let Qt=s==2?1:0;Qt<v.length;Qt++){let en=v[Qt],fn=et[Qt],Un=fn==null?null:s==1?t[Qt][fn]:t[Qt][1][fn],$e=ht.dataIdx(n,Qt,U,At),pn=$e==null?null:s==1?t[Qt][$e]:t[Qt][1][$e];if(gt=gt||pn!=Un||$e!=fn,et[Qt]=$e,Qt>0&&en.show){let yi=$e==null?-10:$e==U?zt:X(s==1?t[0][$e]:t[Qt][0][$e],D,J,0),si=pn==null?-10:O(pn,s==1?S[en.scale]:S[en.facets[1].scale],lt,0);if(de&&pn!=null){let Ni=D.ori==1?Qe:rn,Wi=Ln($t.dist(n,Qt,$e,si,Ni));if(Wi<Ps){let hs=$t.bias;if(hs!=0){let vi=cs(Ni,en.scale),Oi=pn>=0?1:-1,Xi=vi>=0?1:-1;Xi==Oi&&(Xi==1?hs==1?pn>=vi:pn<=vi:hs==1?pn<=vi:pn>=vi)&&(Ps=Wi,sr=Qt)}else Ps=Wi,sr=Qt}}if(gt||Nt){let Ni,Wi;D.ori==0?(Ni=yi,Wi=si):(Ni=si,Wi=yi);let hs,vi,Oi,Xi,us,ri,bi=!0,Rr=ut.bbox;if(Rr!=null){bi=!1;let oi=Rr(n,Qt);Oi=oi.left,Xi=oi.top,hs=oi.width,vi=oi.height}else Oi=Ni,Xi=Wi,hs=vi=ut.size(n,Qt);if(ri=ut.fill(n,Qt),us=ut.stroke(n,Qt),Nt)Qt==sr&&Ps<=$t.prox&&(Vt=Oi,Xt=Xi,xe=hs,Ue=vi,Ne=bi,Pe=ri,ce=us);else{let oi=Me[Qt];oi!=null&&(Ke[Qt]=Oi,ni[Qt]=Xi,my(oi,hs,vi,bi),fy(oi,ri,us),Es(oi,Gi(Oi),Gi(Xi),F,St))}}}}if(Nt){let Qt=$t.prox,en=Ar==null?Ps<=Qt:Ps>Qt||sr!=Ar;if(gt||en){let fn=Me[0];fn!=null&&(Ke[0]=Vt,ni[0]=Xt,my(fn,xe,Ue,Ne),fy(fn,Pe,ce),Es(fn,Gi(Vt),Gi(Xt),F,St))}}}if(tn.show&&nr)if(y!=null){let[mt,At]=vn.scales,[zt,Vt]=vn.match,[Xt,xe]=y.cursor.sync.scales,Ue=y.cursor.drag;if(Dn=Ue._x,Nn=Ue._y,Dn||Nn){let{left:Ne,top:Pe,width:ce,height:Qt}=y.select,en=y.scales[Xt].ori,fn=y.posToVal,Un,$e,pn,yi,si,Ni=mt!=null&&zt(mt,Xt),Wi=At!=null&&Vt(At,xe);Ni&&Dn?(en==0?(Un=Ne,$e=ce):(Un=Pe,$e=Qt),pn=S[mt],yi=X(fn(Un,Xt),pn,J,0),si=X(fn(Un+$e,Xt),pn,J,0),Ea(ss(yi,si),Ln(si-yi))):Ea(0,J),Wi&&Nn?(en==1?(Un=Ne,$e=ce):(Un=Pe,$e=Qt),pn=S[At],yi=O(fn(Un,xe),pn,lt,0),si=O(fn(Un+$e,xe),pn,lt,0),Ta(ss(yi,si),Ln(si-yi))):Ta(0,lt)}else af()}else{let mt=Ln(Zm-$m),At=Ln(jm-Ym);if(D.ori==1){let xe=mt;mt=At,At=xe}Dn=Gn.x&&mt>=Gn.dist,Nn=Gn.y&&At>=Gn.dist;let zt=Gn.uni;zt!=null?Dn&&Nn&&(Dn=mt>=zt,Nn=At>=zt,!Dn&&!Nn&&(At>mt?Nn=!0:Dn=!0)):Gn.x&&Gn.y&&(Dn||Nn)&&(Dn=Nn=!0);let Vt,Xt;Dn&&(D.ori==0?(Vt=co,Xt=Qe):(Vt=ho,Xt=rn),Ea(ss(Vt,Xt),Ln(Xt-Vt)),Nn||Ta(0,lt)),Nn&&(D.ori==1?(Vt=co,Xt=Qe):(Vt=ho,Xt=rn),Ta(ss(Vt,Xt),Ln(Xt-Vt)),Dn||Ea(0,J)),!Dn&&!Nn&&(Ea(0,0),Ta(0,0))}if(Gn._x=Dn,Gn._y=Nn,y==null){if(L){if(cg!=null){let[mt,At]=vn.scales;vn.values[0]=mt!=null?cs(D.ori==0?Qe:rn,mt):null,vn.values[1]=At!=null?cs(D.ori==1?Qe:rn,At):null}Ca(lm,n,Qe,rn,F,St,U)}if(de){let mt=L&&vn.setSeries,At=$t.prox;Ar==null?Ps<=At&&ls(sr,fo,!0,mt):Ps>At?ls(null,fo,!0,mt):sr!=Ar&&ls(sr,fo,!0,mt)}}gt&&(pt.idx=U,sf()),w!==!1&&On("setCursor")}let rr=null;Object.defineProperty(n,"rect",{get(){return rr==null&&Aa(!1),rr}});function Aa(y=!1){y?rr=null:(rr=p.getBoundingClientRect(),On("syncRect",rr))}function Qm(y,w,L,U,W,J,lt){ht._lock||nr&&y!=null&&y.movementX==0&&y.movementY==0||(rf(y,w,L,U,W,J,lt,!1,y!=null),y!=null?Cr(null,!0,!0):Cr(w,!0,!1))}function rf(y,w,L,U,W,J,lt,mt,At){if(rr==null&&Aa(!1),ue(y),y!=null)L=y.clientX-rr.left,U=y.clientY-rr.top;else{if(L<0||U<0){Qe=-10,rn=-10;return}let[zt,Vt]=vn.scales,Xt=w.cursor.sync,[xe,Ue]=Xt.values,[Ne,Pe]=Xt.scales,[ce,Qt]=vn.match,en=w.axes[0].side%2==1,fn=D.ori==0?F:St,Un=D.ori==1?F:St,$e=en?J:W,pn=en?W:J,yi=en?U:L,si=en?L:U;if(Ne!=null?L=ce(zt,Ne)?a(xe,S[zt],fn,0):-10:L=fn*(yi/$e),Pe!=null?U=Qt(Vt,Pe)?a(Ue,S[Vt],Un,0):-10:U=Un*(si/pn),D.ori==1){let Ni=L;L=U,U=Ni}}At&&(w==null||w.cursor.event.type==lm)&&((L<=1||L>=F-1)&&(L=Jr(L,F)),(U<=1||U>=St-1)&&(U=Jr(U,St))),mt?($m=L,Ym=U,[co,ho]=ht.move(n,L,U)):(Qe=L,rn=U)}let of={width:0,height:0,left:0,top:0};function af(){sc(of,!1)}let tg,eg,ng,ig;function sg(y,w,L,U,W,J,lt){nr=!0,Dn=Nn=Gn._x=Gn._y=!1,rf(y,w,L,U,W,J,lt,!0,!1),y!=null&&(kt(cm,pm,rg,!1),Ca(oy,n,co,ho,F,St,null));let{left:mt,top:At,width:zt,height:Vt}=tn;tg=mt,eg=At,ng=zt,ig=Vt}function rg(y,w,L,U,W,J,lt){nr=Gn._x=Gn._y=!1,rf(y,w,L,U,W,J,lt,!1,!0);let{left:mt,top:At,width:zt,height:Vt}=tn,Xt=zt>0||Vt>0,xe=tg!=mt||eg!=At||ng!=zt||ig!=Vt;if(Xt&&xe&&sc(tn),Gn.setScale&&Xt&&xe){let Ue=mt,Ne=zt,Pe=At,ce=Vt;if(D.ori==1&&(Ue=At,Ne=Vt,Pe=mt,ce=zt),Dn&&ir(R,cs(Ue,R),cs(Ue+Ne,R)),Nn)for(let Qt in S){let en=S[Qt];Qt!=R&&en.from==null&&en.min!=Ze&&ir(Qt,cs(Pe+ce,Qt),cs(Pe,Qt))}af()}else ht.lock&&(ht._lock=!ht._lock,Cr(w,!0,y!=null));y!=null&&(be(cm,pm),Ca(cm,n,Qe,rn,F,St,null))}function db(y,w,L,U,W,J,lt){if(ht._lock)return;ue(y);let mt=nr;if(nr){let At=!0,zt=!0,Vt=10,Xt,xe;D.ori==0?(Xt=Dn,xe=Nn):(Xt=Nn,xe=Dn),Xt&&xe&&(At=Qe<=Vt||Qe>=F-Vt,zt=rn<=Vt||rn>=St-Vt),Xt&&At&&(Qe=Qe<co?0:F),xe&&zt&&(rn=rn<ho?0:St),Cr(null,!0,!0),nr=!1}Qe=-10,rn=-10,et.fill(null),Cr(null,!0,!0),mt&&(nr=mt)}function og(y,w,L,U,W,J,lt){ht._lock||(ue(y),wa(),af(),y!=null&&Ca(cy,n,Qe,rn,F,St,null))}function ag(){C.forEach($P),B(n.width,n.height,!0)}to(Rd,ua,ag);let po={};po.mousedown=sg,po.mousemove=Qm,po.mouseup=rg,po.dblclick=og,po.setSeries=(y,w,L,U)=>{let W=vn.match[2];L=W(n,w,L),L!=-1&&ls(L,U,!0,!1)},_t&&(kt(oy,p,sg),kt(lm,p,Qm),kt(ay,p,y=>{ue(y),Aa(!1)}),kt(ly,p,db),kt(cy,p,og),Sm.add(n),n.syncRect=Aa);let rc=n.hooks=i.hooks||{};function On(y,w,L){ii?Xe.push([y,w,L]):y in rc&&rc[y].forEach(U=>{U.call(null,n,w,L)})}(i.plugins||[]).forEach(y=>{for(let w in y.hooks)rc[w]=(rc[w]||[]).concat(y.hooks[w])});let lg=(y,w,L)=>L,vn=wn({key:null,setSeries:!1,filters:{pub:vy,sub:vy},scales:[R,v[1]?v[1].scale:null],match:[by,by,lg],values:[null,null]},ht.sync);vn.match.length==2&&vn.match.push(lg),ht.sync=vn;let cg=vn.key,lf=_v(cg);function Ca(y,w,L,U,W,J,lt){vn.filters.pub(y,w,L,U,W,J,lt)&&lf.pub(y,w,L,U,W,J,lt)}lf.sub(n);function fb(y,w,L,U,W,J,lt){vn.filters.sub(y,w,L,U,W,J,lt)&&po[y](null,w,L,U,W,J,lt)}n.pub=fb;function pb(){lf.unsub(n),Sm.delete(n),se.clear(),_m(Rd,ua,ag),c.remove(),Lt?.remove(),On("destroy")}n.destroy=pb;function cf(){On("init",i,t),Ma(t||i.data,!1),G[R]?tf(R,G[R]):wa(),st=tn.show&&(tn.width>0||tn.height>0),nt=gt=!0,B(i.width,i.height)}return v.forEach(io),C.forEach(Ts),e?e instanceof HTMLElement?(e.appendChild(c),cf()):e(n,cf):cf(),n}hn.assign=wn;hn.fmtNum=Rm;hn.rangeNum=Pd;hn.rangeLog=Dd;hn.rangeAsinh=Am;hn.orient=no;hn.pxRatio=Be;hn.join=B2;hn.fmtDate=Im,hn.tzDate=Z2;hn.sync=_v;{hn.addGap=IP,hn.clipGaps=Ud;let i=hn.paths={points:Mv};i.linear=Ev,i.stepped=NP,i.bars=OP,i.spline=FP}var zd={left:62,right:10,top:4,bottom:22},YP=13,ZP=[33,102,172],jP=[247,247,247],JP=[178,60,12],ya=class{constructor(t,e,n){Object.assign(this,{theme:t,labels:e,unit:n}),this.canvas=b("canvas",{class:"heat"}),this.read=b("span",{class:"strip-value"}),this.low=b("span"),this.high=b("span"),this.bar=b("span",{class:"heat-bar"}),this.legend=b("span",{class:"heat-legend"},this.low,this.bar,this.high),this.line=b("div",{class:"now-line",hidden:!0}),this.raster=document.createElement("canvas"),this.canvas.addEventListener("pointermove",s=>{this.over={x:s.offsetX,y:s.offsetY},this.#o()}),this.canvas.addEventListener("pointerleave",()=>{this.over=null,this.#o()})}show(t,e,[n,s]){let r=this.canvas.parentElement,o=r?.clientWidth??0,a=Math.max(132,r?.clientHeight??0);if(!o)return;let l=Math.min(devicePixelRatio,2);(this.canvas.width!==Math.round(o*l)||this.canvas.height!==Math.round(a*l))&&(this.canvas.width=Math.round(o*l),this.canvas.height=Math.round(a*l),this.canvas.style.width=`${o}px`,this.canvas.style.height=`${a}px`);let c={left:zd.left,right:o-zd.right,top:zd.top,bottom:a-zd.bottom};Object.assign(this,{times:t,rows:e,box:c,from:n,to:s}),this.#n(),this.#s(Math.max(1,Math.round(c.right-c.left)));let h=this.canvas.getContext("2d");h.setTransform(l,0,0,l,0,0),h.clearRect(0,0,o,a),h.imageSmoothingEnabled=!1,h.drawImage(this.raster,c.left,c.top,c.right-c.left,c.bottom-c.top),this.#r(h),this.#o()}mark(t){this.line.hidden=t===null||!this.box,this.line.hidden||(this.line.style.transform=`translateX(${this.#t(t)}px)`)}seekBy(t){let e=s=>this.box&&t.seek(Math.min(Math.max(this.#e(s.offsetX),this.from),this.to)),n=null;this.canvas.addEventListener("pointerdown",s=>{this.canvas.setPointerCapture(s.pointerId),n=s.pointerType==="touch"?s.offsetX:null,n===null&&e(s)}),this.canvas.addEventListener("pointermove",s=>{n!==null&&Math.abs(s.offsetX-n)>=Ra&&(n=null),n===null&&this.canvas.hasPointerCapture(s.pointerId)&&e(s)}),this.canvas.addEventListener("pointerup",s=>n!==null&&e(s))}#t(t){return this.box.left+(t-this.from)/(this.to-this.from)*(this.box.right-this.box.left)}#e(t){return this.from+(t-this.box.left)/(this.box.right-this.box.left)*(this.to-this.from)}#n(){let[t,e]=[1/0,-1/0];for(let s of this.rows)for(let r of s)Number.isFinite(r)&&([t,e]=[Math.min(t,r),Math.max(e,r)]);t<=e||([t,e]=[0,1]),this.signed=t<0&&e>0,this.signed&&([t,e]=[-Math.max(-t,e),Math.max(-t,e)]),Object.assign(this,{lowest:t,highest:e>t?e:t+1}),this.low.textContent=ee(this.lowest,2),this.high.textContent=`${ee(this.highest,2)} ${this.unit}`.trim();let n=Array.from({length:9},(s,r)=>`rgb(${this.#i(this.lowest+r/8*(this.highest-this.lowest)).map(Math.round).join(" ")})`);this.bar.style.background=`linear-gradient(to right, ${n.join(", ")})`}#i(t){let e=(t-this.lowest)/(this.highest-this.lowest);if(!this.signed)return Gl(e);let n=e<.5?ZP:JP;return jP.map((s,r)=>s+Math.abs(2*e-1)*(n[r]-s))}#s(t){let e=this.rows.length;this.raster.width=t,this.raster.height=e;let n=new ImageData(t,e),s=this.to-this.from,r=0;for(let o=0;o<t;o++){let a=this.from+(o+.5)/t*s;if(!(!this.times.length||a<this.times[0]||a>this.times.at(-1))){for(;r+1<this.times.length&&this.times[r+1]<=a;)r++;for(let l=0;l<e;l++){let c=this.rows[l][r];Number.isFinite(c)&&n.data.set([...this.#i(c),255],4*((e-1-l)*t+o))}}}this.raster.getContext("2d").putImageData(n,0,0)}#r(t){let{left:e,right:n,top:s,bottom:r}=this.box,o=this.labels.length,a=(r-s)/o;t.font="11px system-ui, sans-serif",t.fillStyle=this.theme.colour("--muted"),t.textAlign="right",t.textBaseline="middle";let l=Math.max(1,Math.ceil(YP/a));for(let c=0;c<o;c+=l)t.fillText(this.labels[c].slice(0,9),e-5,r-(c+.5)*a);t.textBaseline="alphabetic",t.textAlign="center";for(let c of[this.from,(this.from+this.to)/2,this.to]){let h=e+(c-this.from)/(this.to-this.from)*(n-e);t.fillText(c===this.to?`${ee(c,3)} s`:ee(c,3),Math.min(Math.max(h,e+8),n-14),r+15)}}#o(){let{over:t,box:e}=this;if(!t||!e||!this.times.length||t.x<e.left||t.x>e.right||t.y>e.bottom){this.read.textContent="";return}let n=this.#e(t.x),s=Math.min(this.labels.length-1,Math.max(0,Math.floor((e.bottom-t.y)/(e.bottom-e.top)*this.labels.length))),r=0;for(;r+1<this.times.length&&this.times[r+1]<=n;)r++;this.read.textContent=`${this.labels[s]} ${ee(this.rows[s][r],3)} at ${ee(this.times[r],3)} s`}};var Vd={left:46,right:10,top:8,bottom:22},Gd=24,Hd=class{constructor(t,e,n=[],s=""){Object.assign(this,{theme:t,height:e,names:n,unit:s}),this.canvas=b("canvas",{class:"phase"})}show(t,e){let{canvas:n,height:s}=this,r=n.parentElement?.clientWidth??0;if(!r)return;let o=Math.min(devicePixelRatio,2);n.width!==Math.round(r*o)&&(n.width=Math.round(r*o),n.height=Math.round(s*o),n.style.width=`${r}px`,n.style.height=`${s}px`);let a=n.getContext("2d");a.setTransform(o,0,0,o,0,0),a.clearRect(0,0,r,s);let[l,c]=Pv(t),[h,u]=Pv(e),[d,f,p,_]=[Vd.left,r-Vd.right,Vd.top,s-Vd.bottom],g=v=>d+(v-l)/(c-l)*(f-d),m=v=>_-(v-h)/(u-h)*(_-p);if(this.#t(a,{x0:l,x1:c,y0:h,y1:u,left:d,right:f,top:p,bottom:_,px:g,py:m}),!(t.length<2)){a.strokeStyle=a.fillStyle=this.theme.colour("--accent"),a.lineWidth=1.6;for(let v=0;v<Gd;v++){let[C,S]=[Math.floor(v*(t.length-1)/Gd),Math.ceil((v+1)*(t.length-1)/Gd)];a.globalAlpha=.15+.85*(v+1)/Gd,a.beginPath();for(let P=C;P<=S;P++)a.lineTo(g(t[P]),m(e[P]));a.stroke()}a.globalAlpha=1,a.beginPath(),a.arc(g(t.at(-1)),m(e.at(-1)),4,0,2*Math.PI),a.fill()}}#t(t,{x0:e,x1:n,y0:s,y1:r,left:o,right:a,top:l,bottom:c,px:h,py:u}){t.font="11px system-ui, sans-serif",t.strokeStyle=this.theme.colour("--line"),t.fillStyle=this.theme.colour("--muted"),t.lineWidth=1,t.textAlign="center";for(let p of Iv(e,n,5))Rv(t,h(p),l,h(p),c),t.fillText(ee(p,3),h(p),c+15);t.textAlign="right";for(let p of Iv(s,r,5))Rv(t,o,u(p),a,u(p)),t.fillText(ee(p,3),o-6,u(p)+4);let[d,f]=this.names.map(p=>this.unit?`${p} [${this.unit}]`:p);f&&(t.fillText(d,a-2,c-5),t.textAlign="left",t.fillText(f,o+5,l+11))}};function Rv(i,t,e,n,s){i.beginPath(),i.moveTo(t,e),i.lineTo(n,s),i.stroke()}function Pv(i){let[t,e]=[1/0,-1/0];for(let s of i)[t,e]=[Math.min(t,s),Math.max(e,s)];if(!(t<=e))return[0,1];let n=.06*(e-t)||.5*Math.abs(e)||.5;return[t-n,e+n]}function Iv(i,t,e){let n=(t-i)/e,s=10**Math.floor(Math.log10(n)),r=s*[1,2,5,10].find(a=>a*s>=n),o=[];for(let a=Math.ceil(i/r);a*r<=t;a++)o.push(a*r);return o}var Lv=132,KP=210,Dv=300,QP="11px system-ui, sans-serif",tc=class{times=[];#t;constructor(t,e,n){Object.assign(this,{plan:t,theme:e}),this.columns=this.#e().map(()=>[]),this.holder=b("div",{class:"plot"}),this.hovered=b("span",{class:"muted"}),this.values=this.#e().map(o=>b("span",{class:"strip-value"},o));let s=b("button",{type:"button",class:"quiet strip-close",title:"Remove this plot","aria-label":`Remove ${t.title}`,on:{click:n}},"×"),r=b("h3",{},t.title,t.unit?b("small",{},` ${t.unit}`):null);this.node=b("section",{class:"strip",data:{plot:t.id}},b("div",{class:"strip-head"},r,this.#n(),s),b("div",{class:"strip-values"},t.against||t.heat?null:[...this.values,this.hovered]),this.holder),t.heat?(this.heat=new ya(e,t.labels,t.unit),this.node.querySelector(".strip-values").append(this.heat.legend,this.heat.read),this.holder.append(this.heat.canvas)):t.against?(this.phase=new Hd(e,KP,t.labels,t.unit),this.holder.append(this.phase.canvas)):this.#i()}#e(){return this.plan.labels}#n(){let{choices:t}=this.plan;if(!t)return null;let e=t.chosen.map((n,s)=>b("select",{"aria-label":`Component ${s+1}`,on:{change:()=>t.change(e.map(r=>Number(r.value)))}},t.options.map((r,o)=>b("option",{value:o,selected:o===n},r))));return b("span",{class:"strip-choices"},e)}#i(){let t=s=>()=>this.theme.colour(s),e=this.columns.length,n={stroke:t("--muted"),font:QP,grid:{stroke:t("--line"),width:1},ticks:{stroke:t("--line"),size:4}};this.window=[0,1],this.plot=new hn({width:320,height:Lv,legend:{show:!1},padding:[6,8,0,0],cursor:{drag:{x:!1,y:!1},y:!1,points:{size:6}},scales:{x:{time:!1,range:()=>this.window}},axes:[{...n,size:24,space:60,values:(s,r)=>r.map((o,a)=>`${ee(o,4)}${a===r.length-1?" s":""}`)},{...n,size:(s,r)=>ac(r,46,14),space:24,values:(s,r)=>oc(r)}],series:[{},...Array.from({length:e},(s,r)=>({stroke:()=>Vl(e,this.theme.name)[r],width:1.5,points:{show:!1}}))]},[[0],...Array.from({length:e},()=>[null])],this.holder),this.#t=new ResizeObserver(()=>this.holder.clientWidth&&this.plot.setSize({width:this.holder.clientWidth,height:Math.max(Lv,this.holder.clientHeight)})),this.#t.observe(this.holder)}push(t,e){let n=this.times.at(-1);if(t!==n&&(t<n&&this.clear(),this.times.push(t),this.columns.forEach((s,r)=>s.push(e[r])),this.times[0]<t-1.2*Dv)){let s=this.times.findIndex(r=>r>=t-Dv);for(let r of[this.times,...this.columns])r.splice(0,s)}}clear(){this.times.length=0;for(let t of this.columns)t.length=0}draw(t){if(!this.node.clientWidth)return;let e=this.times.at(-1)??0,n=t3(this.times,e-t),[s,...r]=[this.times,...this.columns].map(h=>h.slice(n));if(this.node.dataset.rows=s.length,this.node.dataset.empty=s.length<2,this.phase)return this.phase.show(r[0],r[1]);if(this.heat)return this.heat.show(s,r,[Math.max(0,e-t),Math.max(e,.1)]);this.window=[Math.max(e-t,s[0]??0),Math.max(e,(s[0]??0)+.1)],this.plot.setData([s,...r]);let o=Vl(r.length,this.theme.name),{left:a,idx:l}=this.plot.cursor,c=a>=0&&Number.isInteger(l)?l:s.length-1;this.hovered.textContent=c<s.length-1?`at ${ee(s[c],4)} s`:"",this.values.forEach((h,u)=>{h.textContent=`${this.#e()[u]} ${ee(r[u][c]??NaN,3)}`,h.style.color=o[u]})}remove(){this.#t?.disconnect(),this.plot?.destroy(),this.node.remove()}};function t3(i,t){let[e,n]=[0,i.length];for(;e<n;){let s=e+n>>1;i[s]<t?e=s+1:n=s}return e}var Nv=5,e3=96,n3={5:"5 s",10:"10 s",30:"30 s",60:"1 min",120:"2 min",300:"5 min"},i3=["commanded","tau","com_velocity"],Ov=40,Wd="heat:",Uv="snakelab-studio-plots",s3={com_position:"Centre of mass",com_velocity:"Velocity of the centre of mass",elastic_energy:"Elastic energy",gravity_energy:"Potential energy",head_position:"Position of the head",head_velocity:"Velocity of the head",kinetic_energy:"Kinetic energy",propeller_thrust:"Thrust of the propellers",q:"Joint coordinates",skin_load:"Contact forces",target:"Commanded coordinates",tau:"Forces of the actuators",v:"Joint rates"},r3={q:"Joint angles",tau:"Joint torques"},Xd=class{#t=[];#e={};seconds=10;constructor(t,e){Object.assign(this,{watch:t,theme:e}),this.choice=b("select",{id:"add-plot","aria-label":"Add a plot",on:{change:()=>{this.add(this.choice.value),this.choice.value="",this.#u()}}}),this.span=b("select",{id:"plot-seconds","aria-label":"Time range",on:{change:()=>{this.seconds=Number(this.span.value)}}},Object.entries(n3).map(([n,s])=>b("option",{value:n,selected:Number(n)===this.seconds},s))),this.holder=b("div",{class:"strips"}),this.node=b("div",{class:"strips-card"},b("div",{class:"strips-bar"},this.choice,this.span),this.holder),e.listen(()=>this.#t.forEach(n=>n.plot?.redraw()))}get needsMetrics(){return this.#t.some(({plan:t})=>t.metric)}open({variables:t,coordinates:e,robot:n="",units:s={}}){for(let o of this.#t)o.remove();this.#t=[],Object.assign(this,{variables:t,coordinates:e,units:s,robot:n}),this.#n();let r=this.#f().filter(o=>o.startsWith("metric:")||t[o.replace(Wd,"")]||["phase","commanded"].includes(o));for(let o of r.length?r:i3)this.add(o);this.#a()}#n(){let t=this.coordinates.length,e=Object.keys(this.variables).filter(s=>this.variables[s]>Nv),n=(s,r)=>b("option",{value:s},r);this.choice.replaceChildren(n("","Add a plot …"),t?b("optgroup",{label:"Joints"},n("commanded","Commanded and measured"),t>1?n("phase","Joint angle over joint angle"):null):"",b("optgroup",{label:"Variables"},Object.keys(this.variables).map(s=>n(s,this.#s(s)))),e.length?b("optgroup",{label:"Heat maps"},e.map(s=>n(`${Wd}${s}`,this.#s(s)))):"",Object.keys(this.#e).length?b("optgroup",{label:"Metrics"},Object.keys(this.#e).map(s=>n(`metric:${s}`,s.replaceAll("_"," ")))):"")}add(t,e=null){if(!t||this.#t.some(({plan:r})=>r.id===t))return;let n=this.#i(t,e);if(!n||this.#l().length+(n.names?.length??0)>e3)return;let s=new tc(n,this.theme,()=>this.#h(s));this.#t.push(s),this.holder.append(s.node),this.#a()}#i(t,e){let n=this.coordinates,s=l=>this.#c(t,l);if(t.startsWith("metric:")){let l=t.slice(7);return{id:t,title:l.replaceAll("_"," "),unit:this.#e[l],metric:l,labels:["now"]}}if(t==="phase"){if(n.length<2)return null;let l=e??[0,Math.min(2,n.length-1)];return{id:t,title:"Joint angle over joint angle",unit:this.#r("q",l),names:l.map(c=>`q.${c}`),labels:l.map(c=>n[c]),against:!0,choices:{options:n,chosen:l,change:s}}}if(t==="commanded"){if(!n.length||!this.variables.target)return null;let[l]=e??[0];return{id:t,title:"Commanded and measured",unit:this.#r("q",[l]),names:[`target.${l}`,`q.${l}`],labels:["commanded","measured"],choices:{options:n,chosen:[l],change:s}}}if(t.startsWith(Wd)){let l=t.slice(Wd.length),c=this.variables[l],h=[...new Set(Array.from({length:Math.min(c,Ov)},(u,d)=>Math.round(d*(c-1)/(Math.min(c,Ov)-1))))];return{id:t,title:this.#s(l),unit:this.#r(l,h),names:h.map(u=>`${l}.${u}`),labels:h.map(u=>this.#o(l,u)),heat:!0}}let r=this.variables[t];if(!r)return null;let o=Math.min(r,t==="tau"?4:Nv),a=[...new Set(Array.from({length:o},(l,c)=>Math.round(c*(r-1)/Math.max(o-1,1))))];return{id:t,title:this.#s(t),unit:this.#r(t,a),names:a.map(l=>`${t}.${l}`),labels:a.map(l=>this.#o(t,l))}}#s(t){let e=(this.units.q??[]).length>0&&this.units.q.every(s=>s==="rad"),n=t.replaceAll("_"," ");return e&&r3[t]||s3[t]||n[0].toUpperCase()+n.slice(1)}#r(t,e){let n=this.units[t]??[];return[...new Set(e.map(s=>Ye(n[s]??n[0]??"")))].filter(Boolean).join(", ")}#o(t,e){let n=this.variables[t];return n===this.coordinates.length&&n>0?this.coordinates[e]:n===1?"now":n===3?"xyz"[e]:String(e+1)}push(t,e){if(e.length!==this.#l().length)return;let n=0;for(let s of this.#t)s.plan.metric||s.push(t,e.subarray(n,n+=s.plan.names.length))}pushMetrics(t,e){let n=Object.keys(this.#e).length;for(let{name:s,unit:r}of e)this.#e[s]=r;Object.keys(this.#e).length!==n&&this.#n();for(let s of this.#t){let r=e.find(({name:o})=>o===s.plan.metric);r&&s.push(t,[r.value])}}draw(){for(let t of this.#t)t.draw(this.seconds)}#l(){return this.#t.flatMap(({plan:t})=>t.names??[])}#a(){this.watch(this.#l())}#c(t,e){let n=this.#t.findIndex(({plan:r})=>r.id===t),s=new tc(this.#i(t,e),this.theme,()=>this.#h(s));this.#t[n].node.after(s.node),this.#t[n].remove(),this.#t[n]=s,this.#a()}#h(t){this.#t=this.#t.filter(e=>e!==t),t.remove(),this.#u(),this.#a()}#u(){try{localStorage.setItem(`${Uv}:${this.robot}`,JSON.stringify(this.#t.map(({plan:t})=>t.id)))}catch{}}#f(){try{return JSON.parse(localStorage.getItem(`${Uv}:${this.robot}`)??"[]").map(String)}catch{return[]}}};function Bm(i,t,e,n=()=>{}){let s=Object.keys(i),r=[],o=e,a=!0,l=s.map(m=>b("button",{type:"button",class:"tab",role:"tab",id:`tab-${m}`,on:{click:()=>f(m)}},t[m])),c=s.map(m=>b("div",{class:"tab-panel",role:"tabpanel","aria-labelledby":`tab-${m}`},i[m])),h=b("div",{class:"tabs",role:"tablist"},l),u=b("div",{class:"tabbed"},h,c),d=m=>s.forEach((v,C)=>{l[C].setAttribute("aria-selected",String(v===m)),c[C].hidden=v!==m});function f(m){o=m,a=!0,d(m);for(let v of r)v.hide();r.length&&l[s.indexOf(m)].scrollIntoView({block:"nearest",inline:"nearest"}),n(m)}function p(m,v){l[s.indexOf(m)].hidden=!v,!v&&o===m&&f(e)}function _(m){(m?.tabs??h).append(...l),(m?.node??u).append(...c)}function g(){a=!1,d(null),n("")}return f(e),{node:u,tabs:h,choose:f,show:p,rivals:r,hide:g,into:_,restore:()=>f(o),chosen:()=>a?o:""}}function Fv(i,t){return e=>{i.rivals.splice(0,1/0,...e?[t]:[]),t.rivals.splice(0,1/0,...e?[i]:[]),t.into(e?i:null),e||t.restore(),i.restore()}}function km(i){let t=`snakelab-studio-${i}`,e=document.documentElement,n=o=>o?e.style.setProperty(`--${i}`,`${o}px`):e.style.removeProperty(`--${i}`),s=b("div",{class:"panel-bar",role:"separator","aria-orientation":"vertical","aria-label":`Width of the ${i} panel`,title:"Drag to resize; double-click to restore"}),r=o=>{n(o);try{o?localStorage.setItem(t,o):localStorage.removeItem(t)}catch{}};s.addEventListener("pointerdown",o=>s.setPointerCapture(o.pointerId)),s.addEventListener("pointermove",({clientX:o,pointerId:a})=>{if(!s.hasPointerCapture(a))return;let{left:l,right:c}=s.parentElement.getBoundingClientRect(),h=i==="left"?o-l:c-o;r(Math.round(Math.min(Math.max(h,220),.45*(c-l))))}),s.addEventListener("dblclick",()=>r(0));try{n(Number(localStorage.getItem(t)))}catch{}return s}var ec={look:{word:"Look",title:"Drag to turn the camera, to move a post or block, or to pull a free body; Shift+drag to pull a link",paths:["M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7","M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6"]},pull:{word:"Pull",title:"Drag to pull a link or a free body with a spring",paths:["M7 4v7a5 5 0 0 0 10 0V4","M7 4h3v4H7","M17 4h-3v4h3"]},push:{word:"Push",title:"Click to push a link or a free body away from you; drag to choose direction and force",paths:["M3 12h11","M10 7l5 5-5 5","M19 4v16"]},goal:{word:"Goal",title:"Click to set the goal",paths:["M6 21V4","M6 4h11l-2.5 4L17 12H6"]},waypoint:{word:"Path",title:"Click to add a waypoint; Shift+click to start a new path",paths:["M5 19a2 2 0 1 0 .01 0","M19 5a2 2 0 1 0 .01 0","M7 18c6 0 3-11 10-12"]},post:{word:"Post",title:"Click to place a post",paths:["M8 6a4 2 0 1 0 8 0a4 2 0 1 0-8 0","M8 6v12a4 2 0 0 0 8 0V6"]},block:{word:"Block",title:"Click to place a block",paths:["M12 3l8 4.5v9L12 21l-8-4.5v-9z","M4 7.5l8 4.5 8-4.5","M12 12v9"]},ball:{word:"Ball",title:"Click to place a ball, which moves freely",paths:["M12 4a8 8 0 1 0 .01 0","M5.5 8.5c4 3 9 3 13 0"]},box:{word:"Box",title:"Click to place a box, which moves freely",paths:["M4 8h16v11H4z","M4 8l3-4h10l3 4","M12 4v4"]},remove:{word:"Remove",title:"Click to remove a post, a block or a free body",paths:["M5 7h14","M9 7V4h6v3","M7 7l1 13h8l1-13"]}},zm=["ball","box"],qd=class{chosen="look";#t={};constructor(t){this.restart=t;for(let[e,{word:n,title:s,paths:r}]of Object.entries(ec))this.#t[e]=b("button",{type:"button",class:"tool",id:`tool-${e}`,title:s,on:{click:()=>this.#e(e)}},Is(r),b("span",{},n));this.hint=b("p",{class:"tool-hint",hidden:!0}),this.node=b("div",{class:"live-tools",role:"toolbar","aria-label":"Effect of a click in the view"},Object.values(this.#t)),this.choose("look")}open({aims:t,blocks:e,contacts:n,bodies:s}){this.blocks=e,this.#t.goal.hidden=!t.includes("goal"),this.#t.waypoint.hidden=!t.includes("waypoints");for(let r of["post","block"])this.#t[r].hidden=!n;this.#t.block.title=e?ec.block.title:"Blocks cannot be added during this run: click to restart it with blocks",this.#t.block.classList.toggle("restarts",!e);for(let r of zm)this.#t[r].hidden=!s;this.#t[this.chosen].hidden&&this.choose("look")}show({obstacles:t,bodies:e,spare:n}){let s=!t.length&&!e.length;this.#t.remove.hidden=s,this.chosen==="remove"&&s&&this.choose("look"),this.spare=n;for(let r of zm){let[o,a]=[this.#t[r],n[r]>0];o.title=a?ec[r].title:`There is no further ${r}: click to restart the run with more`,o.classList.toggle("restarts",!a)}}#e(t){t==="block"&&!this.blocks&&this.restart(t),zm.includes(t)&&!this.spare?.[t]&&this.restart(t),this.choose(t)}say(t){this.hint.textContent=t||ec[this.chosen].title}choose(t){this.chosen=t;for(let[e,n]of Object.entries(this.#t))n.setAttribute("aria-pressed",String(e===t));this.hint.hidden=t==="look",this.hint.textContent=ec[t].title}};var o3={scenarios:"Scenarios",parameters:"Parameters",events:"Events"},a3={plots:"Plots",cameras:"Cameras",metrics:"Metrics",drive:"Drive"},l3="(max-width: 1079px)",c3=200;function Bv(i,t){new Vm(i,t)}var Vm=class{#t=null;#e=-1;#n=!0;#i=0;#s={bytes:0,since:performance.now()};constructor(t,e){let n=l=>this.connection.send(l)||this.#d("Not connected to the server.");this.theme=e,this.form=new kl((l,c)=>{let[[h,u],...d]=Object.entries(l);n(d.length?{do:"values",values:l,restart:c}:{do:"set",path:h,value:u,restart:c})}),this.chooser=new Eu(l=>n({do:"open",name:l}),l=>n({do:"controller",name:l})),this.controls=new Au(n),this.strips=new Xd(l=>this.#p(l),e),this.metrics=new Md,this.cameras=new wu(()=>this.#p(this.watched??[])),this.servos=new wd(n),this.tools=new qd(l=>n(l==="block"?{do:"blocks"}:{do:"spare",kind:l})),this.live=new Sd(b("div",{class:"view",id:"view"}),e,n,this.tools,()=>this.#p(this.watched??[])),this.drive=new Ru(l=>this.connection?.send(l),l=>n({do:"set",path:this.drive.known.path,value:l,restart:!1})),this.live.film=l=>this.connection.file("/film",{do:"film",...l}),this.live.overlays.push(this.drive.overlay,this.drive.rises[0]),this.title=b("h1",{},"snakelab studio"),this.message=b("p",{class:"banner live-message",role:"alert",hidden:!0}),this.fileError=b("pre",{class:"banner file-error",id:"file-error",role:"alert",hidden:!0}),this.kind=b("span",{class:"chip",id:"kind",hidden:!0}),this.role=b("button",{type:"button",class:"quiet word",id:"role",title:"Control of the simulation: one page at a time has it; the others watch",on:{click:()=>n({do:"take"})}}),this.events=b("ol",{class:"event-list"}),this.traffic=b("span",{class:"muted",id:"traffic",title:"Data received by this page"});let s=(l,c)=>b("button",{type:"button",class:"quiet word",id:`copy-${l}`,on:{click:()=>n({do:"copy",language:l})}},c),r=b("div",{},b("div",{class:"copy-bar"},s("yaml","Copy as YAML"),s("python","Copy as Python")),this.events,b("pre",{id:"copied",hidden:!0}));this.left=Bm({scenarios:this.chooser.node,parameters:this.form.node,events:r},o3,"parameters"),this.right=Bm({plots:this.strips.node,cameras:this.cameras.node,metrics:this.metrics.node,drive:this.drive.node},a3,"plots",()=>this.connection&&this.#p(this.watched??[])),this.live.holder.append(b("p",{class:"preparing",id:"preparing"},"Preparing the run. The first run on a machine compiles the engine, which takes up to a minute.")),t.classList.add("studio-page"),t.replaceChildren(b("header",{class:"studio-head"},this.title,this.kind,b("span",{class:"spacer"}),this.servos.engine,this.role,this.servos.stop,e.button()),this.message,this.fileError,b("main",{class:"studio"},b("aside",{class:"card sidebar"},this.left.node),km("left"),b("div",{class:"stage-inner card"},this.live.holder,this.controls.node,this.servos.node),km("right"),b("aside",{class:"card strips-holder"},this.right.node)),b("footer",{},b("p",{class:"keys"},Tr("space")," play  ",Tr(".")," step  ",Tr("↑"),Tr("←"),Tr("→")," drive  ",Tr("z")," undo  ",Tr("f")," follow  ",Tr("shift")," + drag pulls a link  ",this.traffic)));let o=matchMedia(l3),a=Fv(this.left,this.right);o.addEventListener("change",()=>a(o.matches)),k_(n,this.controls,this.live),this.connection=new Tu({open:()=>this.#d(""),lost:l=>this.#d(l),frame:l=>{D_(l)?this.cameras.show(l):this.#f(W_(l))},message:l=>this.#r(l)}),o.matches&&a(!0),setInterval(()=>this.live.hands.keepPulling(),c3),requestAnimationFrame(()=>this.#u()),window.snakelabStudio=this}async#r(t){t.kind==="library"?this.chooser.fill(t.scenarios):t.kind==="scene"?await this.#o(t):t.kind==="state"?this.#a(t):t.kind==="form"?this.#l(t):t.kind==="role"?this.#h(t):t.kind==="problem"?this.#d(t.text):t.kind==="metrics"?this.#m(t):t.kind==="futures"&&this.live.watched.futures?this.live.showFutures(t.paths,t.elite):t.kind==="map"?await this.live.showMap(t):t.kind==="cameras"?this.cameras.fail(t.problem):t.kind==="copy"&&this.#g(t.text)}async#o(t){this.#e=t.generation,this.#l(t),Su()?await this.live.open(t):this.live.holder.replaceChildren(b("p",{class:"no-view",id:"no-view"},"This browser cannot display 3-D graphics (WebGL 2 is disabled or missing). Everything else works.")),this.cameras.open(t.cameras),this.right.show("cameras",this.cameras.known),this.metrics.clear(),this.strips.open(t),document.documentElement.dataset.ready="yes"}#l(t){this.scene={...this.scene,...t},this.form.open(this.scene),this.tools.open(this.scene),this.drive.open(kl.gaits(t.form),t.form.some(({path:e})=>e==="controller.depth"))}#a(t){this.title.textContent=t.title,document.title=`${t.title} - snakelab studio`,this.controls.show(t),this.form.show(t.values);let e=t.values[this.drive.known?.path];e&&this.drive.showGait(e),this.servos.show(t),this.chooser.show(t.name),this.#c(t),this.tools.show(t),this.live.showPlaced(t),this.events.replaceChildren(...h3(t.events).map(n=>b("li",{},b("strong",{},`${n.at.toFixed(2)} s `),u3(n))).reverse()),(t.status||t.note)&&this.#d(t.note||t.status,!t.status,t.confirmed),document.documentElement.dataset.playing=t.playing,document.documentElement.dataset.time=t.time}#c({file:t,end:e}){this.fileError.hidden=!t?.error,this.fileError.textContent=t?.error?`${t.error}
The run continues with the last valid version.`:"",this.kind.hidden=!t&&e===null,this.kind.textContent=e!==null?"Recording":t?t.name:"",this.kind.title=e!==null?"A recorded run; move the slider, or continue live from any instant":"Reloaded whenever the file is saved"}#h({pilot:t,viewers:e}){this.role.textContent=t?e>1?`Driving, ${e} viewers`:"Driving":"Watching: take control",this.role.disabled=t,document.documentElement.dataset.pilot=t}#u(){requestAnimationFrame(()=>this.#u());let t=this.#t,e=performance.now();if(t?(this.#t=null,this.live.show(t,e,document.documentElement.dataset.playing==="true"),this.controls.setTime(t.time),document.documentElement.dataset.shown=t.time):this.live.move(e),e-this.#i>100&&(this.#i=e,this.strips.draw()),e-this.#s.since>1e3){let n=(this.connection.bytes-this.#s.bytes)/(e-this.#s.since);this.traffic.textContent=`${n.toFixed(0)} kB/s`,this.#s={bytes:this.connection.bytes,since:e}}}#f(t){this.#t=t,this.strips.push(t.time,t.values)}#p(t){this.watched=t;let e=this.right.chosen()==="metrics"||this.strips.needsMetrics||this.#n,n=this.right.chosen()==="cameras"?this.cameras.streams:[];this.connection.send({do:"watch",variables:t,metrics:e,cameras:n,...this.live.watched})}#m(t){this.metrics.show(t),this.strips.pushMetrics(t.time,t.rows);let e=document.getElementById("tab-metrics");e.classList.toggle("warns",!!t.warning),e.title=t.warning}#d(t,e=!1,n=!1){this.message.hidden=!t,this.message.textContent=t,this.message.classList.toggle("remark",e&&!n),this.message.classList.toggle("success",n),this.message.setAttribute("role",n||e?"status":"alert")}async#g(t){let e=document.getElementById("copied");e.hidden=!1,e.textContent=t;try{await navigator.clipboard.writeText(t),this.#d("Copied.",!0,!0)}catch{this.#d("Select the text below the events to copy it.",!0)}}};function h3(i){let t=new Map;for(let e of i){let[[n,s]=[]]=Object.entries(e.set??{}),r=n?.replace(/\.\d+\./,".*."),o=r&&r!==n?`${e.at} ${r} ${JSON.stringify(s)}`:t.size,a=t.get(o);t.set(o,a?{...e,set:{[r]:s},parts:a.parts+1}:{...e,parts:1})}return[...t.values()]}function u3(i){if(i.set)return Object.entries(i.set).map(([e,n])=>`${e} = ${typeof n=="number"?ee(n,6):JSON.stringify(n)}${i.parts>1?`, ${i.parts} parts`:""}`).join(", ");if(i.push)return`push ${i.push.part}`;if(i.obstacle)return`${i.obstacle.name} placed`;if(i.object)return`${i.object.name} ${Math.abs(i.object.position[0])>Gp?"removed":"placed"}`;if(i.payload)return`payload ${i.payload.mass} kg on ${i.payload.part}`;let t=i.controller;return`controller ${t===null?"none":typeof t=="string"?t:Object.keys(t)[0]}`}function Tr(i){return b("kbd",{},i)}var d3=.95,f3=5e-5,p3=1e-9;function Gm(i,t){let e=new Map;return i.forEach((n,s)=>{for(let r of n.charts.filter(o=>o.group===t)){e.has(r.name)||e.set(r.name,{...r,curves:[],parts:[]});let o=e.get(r.name);for(let a of r.curves)o.curves.includes(a)||o.curves.push(a);o.parts.push({iRun:s,times:r.times.curve(0),values:r.values,curves:r.curves}),o.reference??=r.reference}}),[...e.values()]}function kv(i){let t=[],e=i.parts.map(({iRun:s,times:r,values:o,curves:a})=>{let l=[r];return a.forEach((c,h)=>{t.push({iRun:s,iCurve:i.curves.indexOf(c),times:r,values:o.curve(h)}),l.push(m3(o.curve(h)))}),l});return{data:e.every(s=>g3(s[0],e[0][0]))?[e[0][0],...e.flatMap(s=>s.slice(1))]:hn.join(e.map(s=>s.map(r=>Array.from(r)))),columns:t}}function zv(i,t){return Si(i.times,i.values,t)}function Vv(i){let t=i.flatMap(({values:e})=>Array.from({length:e.nCurves},(n,s)=>ds(e.curve(s).map(Math.abs),d3)||0));return Math.max(p3,f3*Math.max(0,...t),1.001*Math.max(0,...i.map(({values:e})=>e.error)))}function m3(i){return i.some(Number.isNaN)?Array.from(i,t=>Number.isNaN(t)?null:t):i}function g3(i,t){return i===t||i.length===t.length&&i.every((e,n)=>e===t[n])}var $d=class{#t=[];constructor(t,e,n){this.visible=t.map(()=>!0),this.#t=t.map(({name:o,colour:a,dash:l},c)=>{let h=b("span",{class:"value"}),u=b("span",{class:"swatch",data:{dash:l??0}});return u.style.setProperty("--colour",a),{chip:b("button",{type:"button",class:"chip","aria-pressed":"true",title:`${o}: click to hide or show, double click to show only this one`,on:{click:()=>n.toggle(c),dblclick:()=>n.only(c),pointerenter:()=>n.focus(c),pointerleave:()=>n.focus(null)}},u,b("span",{class:"name"},o),h),swatch:u,value:h}});let s=t.length>12,r=(o,a,l)=>b("button",{type:"button",class:"chip plain",title:a,on:{click:l}},o);this.node=b("div",{class:s?"legend many":"legend",role:"group","aria-label":`Curves${e?` [${Ye(e)}]`:""}`},this.#t.map(({chip:o})=>o),s?[r("all","Show all curves",n.all),r("a few","Show a few evenly selected curves",n.few)]:null)}setVisible(t){this.visible=t,this.#t.forEach(({chip:e},n)=>e.setAttribute("aria-pressed",t[n]))}setColours(t){this.#t.forEach(({swatch:e},n)=>e.style.setProperty("--colour",t[n]))}setValues(t){this.#t.forEach(({value:e},n)=>{e.textContent=t[n].map(s=>ee(s,3)).join(" | ")})}mark(t){this.#t.forEach(({chip:e},n)=>e.classList.toggle("marked",n===t))}};var _3=8,Gv=.95,x3=.06;function Hv(i,[t,e],n,s){let[r,o]=[1/0,-1/0],a=[];for(let h of i)for(let u=t;u<=e;u++){let d=h[u];d==null||Number.isNaN(d)||(d<r&&(r=d),d>o&&(o=d),a.push(d))}if(r>o)return{low:-1,high:1,cut:null};let l=null;if(!s&&a.length>40){let[h,u]=[ds(a,1-Gv),ds(a,Gv)],d=u-h;d>0&&o-r>_3*d&&(l=Math.max(Math.abs(r),Math.abs(o)),r=Math.max(r,h-.6*d),o=Math.min(o,u+.6*d))}if(n!==null&&(r<-n/2&&(r=Math.min(r,-n)),o=Math.max(o,n)),o-r<1e-12*Math.max(Math.abs(r),Math.abs(o),1e-300)){let h=Math.abs(o)>0?.5*Math.abs(o):1;return{low:r-h,high:o+h,cut:l}}let c=x3*(o-r);return{low:r-c,high:o+c,cut:l}}var Wv=6;function Yd(i,t,e){let{over:n}=i,s=b("div",{class:"selection",hidden:!0});n.append(s);let r=null,o=!1,a=null,l=u=>{let d=n.getBoundingClientRect();return Math.min(Math.max(u.clientX-d.left,0),d.width)},c=u=>{s.style.left=`${Math.min(r,u)}px`,s.style.width=`${Math.abs(u-r)}px`,s.hidden=Math.abs(u-r)<Wv};n.addEventListener("pointerdown",u=>{u.button===0&&(o=!0,n.setPointerCapture(u.pointerId),r=e.zooming||u.shiftKey?l(u):null,a=u.pointerType==="touch"?l(u):null,r===null&&a===null&&t.seek(i.posToVal(l(u),"x")),u.preventDefault())}),n.addEventListener("pointermove",u=>{o&&(a!==null&&Math.abs(l(u)-a)>=Ra&&(a=null),r!==null?c(l(u)):a===null&&t.seek(i.posToVal(l(u),"x")))});let h=u=>{if(!o||(o=!1,s.hidden=!0,r===null&&a!==null&&u.type==="pointerup"&&t.seek(i.posToVal(l(u),"x")),r===null||u.type==="pointercancel"))return;let d=l(u);Math.abs(d-r)<Wv?t.seek(i.posToVal(d,"x")):e.show(...[r,d].map(f=>i.posToVal(f,"x")).sort((f,p)=>f-p)),r=null};n.addEventListener("pointerup",h),n.addEventListener("pointercancel",h),n.addEventListener("dblclick",()=>e.reset()),n.addEventListener("pointerleave",()=>e.setHover(null))}var Xv=190,Hm=[[],[7,4],[2,3],[9,3,2,3]],qv="11px system-ui, sans-serif",y3=12,v3=/^(q|v|tau)\./,b3=24;function $v(i,t){return t<=y3||Array.from({length:5},(e,n)=>Math.round(n*(t-1)/4)).includes(i)}var va=class{#t=null;#e=!0;#n=0;#i=null;constructor(t,{runs:e,chosen:n,player:s,window:r,theme:o}){Object.assign(this,{chart:t,runs:e,chosen:n,player:s,window:r,theme:o});let{data:a,columns:l}=kv(t);this.data=a,this.columns=l,this.negligible=Vv(t.parts),this.byRun=e.length>1&&t.curves.length===1,this.visible=t.curves.map((c,h)=>$v(h,t.curves.length)),this.showReference=t.reference!==null,this.whole=!1,this.canMap=e.length===1&&t.curves.length>Yr,this.mapped=this.canMap&&v3.test(t.name),this.node=this.#l(),new ResizeObserver(()=>this.#x()).observe(this.holder),new IntersectionObserver(c=>{this.#e=c.at(-1).isIntersecting,this.#e&&this.follow(!0)}).observe(this.node)}follow(t=!1){if(!this.#t||!this.#e)return;let{from:e,to:n}=this.window,{time:s}=this.player,r=s>=e&&s<=n;this.mapped&&this.heat.mark(r?s:null),this.line.hidden=!r,r&&(this.line.style.transform=`translateX(${this.#t.valToPos(s,"x")}px)`);let o=performance.now();if(!t&&this.player.playing&&o-this.#n<90)return;this.#n=o;let a=this.window.hover??s;this.legend.setValues(this.#a().map((l,c)=>this.#h(c,a)))}redraw(){this.#t&&(this.legend.setColours(this.#a().map(({colour:t})=>t)),this.#t.batch(()=>{this.columns.forEach((t,e)=>{let n=this.visible[t.iCurve]&&this.chosen.visible[t.iRun];this.#t.series[e+1].show!==n&&this.#t.setSeries(e+1,{show:n})}),this.#t.setScale("x",{min:this.window.from,max:this.window.to})}),this.#t.redraw(!1,!0),this.#r(),this.follow(!0))}setMapped(t){this.mapped=t,this.#s(),this.redraw()}#s(){this.holder.hidden=this.mapped,this.mapHolder.hidden=this.mapLegend.hidden=!this.mapped,this.legend.node.hidden=this.mapped,this.formChip.textContent=this.mapped?"lines":"map"}#r(){this.mapped&&this.heat.show(this.data[0],this.data.slice(1),[this.window.from,this.window.to])}#o(){return this.heat=new ya(this.theme,this.chart.curves,Ye(this.chart.unit)),this.heat.seekBy(this.player),this.mapHolder=b("div",{class:"plot map"},this.heat.canvas,this.heat.line),this.mapLegend=b("div",{class:"map-legend"},this.heat.legend,this.heat.read),this.formChip=b("button",{type:"button",class:"chip plain form",title:"Draw the curves as lines, or as rows of colours",on:{click:()=>this.setMapped(!this.mapped)}}),new ResizeObserver(()=>this.#r()).observe(this.mapHolder),[this.mapHolder,this.mapLegend]}destroy(){this.#t?.destroy(),this.#t=null}#l(){let{chart:t}=this;this.legend=new $d(this.#a(),t.unit,{toggle:s=>this.#f(s),only:s=>this.#p(r=>r===s),all:()=>this.#p(()=>!0),few:()=>this.#p(s=>$v(s,t.curves.length)),focus:s=>this.#_(s)}),this.line=b("div",{class:"now-line"}),this.tip=b("div",{class:"tip",hidden:!0}),this.cutChip=b("button",{type:"button",class:"chip plain cut",hidden:!0,on:{click:()=>this.#d(!this.whole)}}),this.referenceChip=t.reference===null?null:b("button",{type:"button",class:"chip","aria-pressed":"true",title:"Hide or show the reference",on:{click:()=>this.#g()}},b("span",{class:"swatch reference",data:{dash:1}}),b("span",{class:"name"},`reference ${ee(t.reference)} ${Ye(t.unit)}`)),this.legend.setVisible(this.visible),this.legend.node.append(...[this.referenceChip,this.cutChip].filter(Boolean)),this.holder=b("div",{class:"plot"});let e=this.canMap?this.#o():[],n=b("section",{class:"card chart",data:{chart:t.name}},b("h3",{},t.title,t.note?b("small",{},t.note):null,this.formChip??null),this.holder,...e,this.legend.node);return this.canMap&&this.#s(),n}#a(){let t=this.theme.name;if(this.byRun)return this.runs.map(({name:n},s)=>({name:n,colour:sa(s,t),dash:s%Hm.length}));let e=Vl(this.chart.curves.length,t);return this.chart.curves.map((n,s)=>({name:n,colour:e[s],dash:this.runs.length>1?0:this.#c(0,s)}))}#c(t,e){return this.runs.length>1?t%Hm.length:this.chart.curves.length>Yr?e%2:0}#h(t,e){return this.columns.filter(s=>(this.byRun?s.iRun:s.iCurve)===t).filter(s=>this.byRun||this.chosen.visible[s.iRun]).map(s=>this.#u(s,e))}#u(t,e){let n=zv(t,e);return Math.abs(n)<this.negligible?0:n}#f(t){if(this.byRun)return this.chosen.toggle(t);this.visible[t]=!this.visible[t],this.#m()}#p(t){this.byRun||(this.visible=this.visible.map((e,n)=>t(n)),this.#m())}#m(){this.legend.setVisible(this.visible),this.redraw()}#d(t){this.whole=t,this.redraw()}#g(){this.showReference=!this.showReference,this.referenceChip.setAttribute("aria-pressed",this.showReference),this.redraw()}#_(t){if(!this.#t)return;let e=this.columns.findIndex(n=>(this.byRun?n.iRun:n.iCurve)===t);this.#t.setSeries(t===null||e<0?null:e+1,{focus:!0})}#x(){let t=this.holder.clientWidth||(this.mapped?this.mapHolder.clientWidth:0);t&&(this.#t?this.#t.setSize({width:t,height:Xv}):this.#v(t),this.follow(!0))}#v(t){this.#t=new hn(this.#y(t),this.data,this.holder),this.#t.over.append(this.line,this.tip),Yd(this.#t,this.player,this.window),this.redraw()}#y(t){let e=l=>()=>this.theme.colour(l),{chart:n,columns:s}=this,r=s.length>Yr,o={stroke:e("--muted"),font:qv,labelFont:qv,grid:{stroke:e("--line"),width:1},ticks:{stroke:e("--line"),size:4}},a=Ye(n.unit);return{width:t,height:Xv,legend:{show:!1},padding:[8,10,0,0],cursor:{drag:{x:!1,y:!1,setScale:!1},sync:{key:"time",setSeries:!1},focus:{prox:b3},points:{show:s.length<=2*Yr,size:6},y:!1},focus:{alpha:r?.16:.3},scales:{x:{time:!1,range:()=>[this.window.from,this.window.to]},y:{range:l=>this.#M(l)}},axes:[{...o,size:26,space:60,label:"time [s]",labelSize:14,labelGap:-2,values:(l,c)=>c.map(h=>ee(h,6))},{...o,size:(l,c)=>ac(c,50,16),space:30,label:a?`${n.label} [${a}]`:n.label,labelSize:16,labelGap:2,values:(l,c)=>oc(c,4)}],series:[{},...s.map(l=>this.#S(l,r))],hooks:{draw:[l=>this.#E(l)],setSeries:[(l,c)=>this.#T(c)],setCursor:[l=>this.#A(l)]}}}#S({iRun:t,iCurve:e},n){let s=Hm[this.#c(t,e)];return{stroke:()=>this.#a()[this.byRun?t:e].colour,width:n?1.1:1.6,dash:s,points:{show:!1},spanGaps:!1}}#M(t){let{idxs:e}=t.series[0],n=this.data.slice(1).filter((l,c)=>t.series[c+1].show),s=this.showReference?this.chart.reference:null,{low:r,high:o,cut:a}=Hv(n,e??[0,this.data[0].length-1],s,this.whole);return this.#w(a),[r,o]}#w(t){this.#i=t,this.cutChip.hidden=t===null&&!this.whole;let e=Ye(this.chart.unit);this.cutChip.textContent=this.whole?"clip the peaks":`peaks up to ${ee(t,3)} ${e} are clipped: show them`}#E(t){if(!this.showReference)return;let{ctx:e}=t,{left:n,top:s,width:r,height:o}=t.bbox;e.save(),e.strokeStyle=this.theme.colour("--ink"),e.globalAlpha=.75,e.lineWidth=devicePixelRatio,e.setLineDash([6*devicePixelRatio,4*devicePixelRatio]);for(let a of[this.chart.reference,-this.chart.reference]){let l=Math.round(t.valToPos(a,"y",!0));l<s||l>s+o||(e.beginPath(),e.moveTo(n,l),e.lineTo(n+r,l),e.stroke())}e.restore()}#T(t){let e=t==null?null:this.columns[t-1];this.legend.mark(e?this.byRun?e.iRun:e.iCurve:null),this.#b=e}#b=null;#A(t){let{left:e,top:n,event:s}=t.cursor;if(!s||e===void 0||e<0){this.tip.hidden=!0,s&&this.window.setHover(null);return}let r=t.posToVal(e,"x");this.window.setHover(r);let o=this.#b;if(this.tip.hidden=o===null,!o)return;let a=this.runs.length>1?` (${this.runs[o.iRun].name})`:"",l=this.chart.curves[o.iCurve];this.tip.textContent=`${ee(this.#u(o,r),4)} ${Ye(this.chart.unit)} at ${ee(r,4)} s, ${l}${a}`;let c=e>t.over.clientWidth/2;this.tip.style.transform=`translate(${e}px, ${Math.max(n-30,0)}px) translateX(${c?"calc(-100% - 8px)":"8px"})`}};var Yv=210,Zv="11px system-ui, sans-serif",S3=.98,Zd=class{#t=null;#e=!0;constructor(t,{runs:e,chosen:n,player:s,window:r,theme:o}){Object.assign(this,{run:t,chosen:n,player:s,window:r,theme:o,iRun:e.indexOf(t)});let{times:a,rings:l,places:c,sides:h,angles:u}=t.replay.touching;this.times=a.curve(0),this.ways=[{word:"along",title:"position along the body at rest, from the base",of:l,places:c,label:"place",unit:"m",carrier:"ring"}],h&&this.ways.push({word:"around",title:"around the body, from its y axis",of:h,places:u,label:"side",unit:"°",carrier:"side"}),this.#n(this.ways[0]),this.node=this.#s(e.length>1?` (${t.name})`:""),new ResizeObserver(()=>this.#r()).observe(this.holder),new IntersectionObserver(d=>{this.#e=d.at(-1).isIntersecting,this.#e&&this.follow()}).observe(this.node)}follow(){if(!this.#t||!this.#e)return;let{from:t,to:e}=this.window,{time:n}=this.player;this.line.hidden=n<t||n>e,this.line.hidden||(this.line.style.transform=`translateX(${this.#t.valToPos(n,"x")}px)`)}redraw(){this.node.hidden=!this.chosen.visible[this.iRun],this.bar.style.background=Bu(this.theme.name),this.#t&&(this.#t.setScale("x",{min:this.window.from,max:this.window.to}),this.#t.redraw(!1,!0),this.follow())}show(t){this.#n(t),this.buttons.forEach((e,n)=>e.setAttribute("aria-pressed",String(this.ways[n]===t))),this.#i(),this.#t?.destroy(),this.#t=null,this.#r()}#n(t){this.way=t,this.places=t.places,this.loads=M3(this.run.replay.touching.loads,t.of,t.places.length),this.full=ds(this.loads.filter(e=>e>0),S3,2e4)||1}#i(){this.words.textContent=this.way.title,this.ends.replaceChildren(`load per ${this.way.carrier}  0`),this.most.textContent=`≥ ${ee(this.full,2)} ${Ye("N")}`}#s(t){this.line=b("div",{class:"now-line"}),this.tip=b("div",{class:"tip",hidden:!0}),this.holder=b("div",{class:"plot"}),this.bar=b("span",{class:"bar"}),this.words=b("small",{}),this.ends=b("span",{}),this.most=b("span",{}),this.#i(),this.buttons=this.ways.map(s=>b("button",{type:"button",class:"quiet word",data:{way:s.word},title:s.title,"aria-pressed":String(s===this.way),on:{click:()=>this.show(s)}},s.word));let e=b("span",{class:"modes",role:"group","aria-label":"Places"},this.buttons.length>1?this.buttons:""),n=b("div",{class:"map-scale"},e,this.ends,this.bar,this.most);return b("section",{class:"card chart",data:{chart:"contact_map"}},b("h3",{},`Contact of the body${t}`,this.words),this.holder,n)}#r(){let t=this.holder.clientWidth;t&&(this.#t?this.#t.setSize({width:t,height:Yv}):this.#o(t),this.follow())}#o(t){let e=o=>()=>this.theme.colour(o),n={stroke:e("--muted"),font:Zv,labelFont:Zv,grid:{show:!1},ticks:{stroke:e("--line"),size:4}},[s,r]=w3(this.places);this.#t=new hn({width:t,height:Yv,legend:{show:!1},padding:[8,10,0,0],cursor:{drag:{x:!1,y:!1,setScale:!1},sync:{key:"time",setSeries:!1},points:{show:!1},y:!1},scales:{x:{time:!1,range:()=>[this.window.from,this.window.to]},y:{range:()=>[s,r]}},axes:[{...n,size:26,space:60,label:"time [s]",labelSize:14,labelGap:-2,values:(o,a)=>a.map(l=>ee(l,6))},{...n,size:50,space:30,label:`${this.way.label} [${this.way.unit}]`,labelSize:16,labelGap:2,values:(o,a)=>a.map(l=>ee(l,4))}],series:[{},{show:!0,stroke:"transparent",points:{show:!1}}],hooks:{drawAxes:[o=>this.#l(o)],setCursor:[o=>this.#c(o)]}},[this.times,new Float64Array(this.times.length)],this.holder),this.#t.over.append(this.line,this.tip),Yd(this.#t,this.player,this.window),this.redraw()}#l(t){let{ctx:e}=t,{left:n,top:s,width:r,height:o}=t.bbox,a=jv(this.places).map(u=>Math.round(t.valToPos(u,"y",!0)));e.save(),e.beginPath(),e.rect(n,s,r,o),e.clip();let l=Math.max(1,Math.round(devicePixelRatio)),[c,h]=[this.times[0],this.times[this.times.length-1]];for(let u=Math.floor(n);u<n+r;u+=l){let d=t.posToVal((u-n+l/2)/devicePixelRatio,"x");if(d<c||d>h)continue;let f=this.#a(d);for(let p=0;p<this.places.length;p++){let _=this.loads[p*this.times.length+f];if(!(_>0))continue;let[g,m,v]=Mr(_/this.full,this.theme.name);e.fillStyle=`rgb(${Math.round(g)} ${Math.round(m)} ${Math.round(v)})`,e.fillRect(u,a[p+1],l,Math.max(a[p]-a[p+1],1))}}e.restore()}#a(t){let e=ai(this.times,t);return e+1<this.times.length&&this.times[e+1]-t<t-this.times[e]?e+1:e}#c(t){let{left:e,top:n,event:s}=t.cursor;if(this.tip.hidden=!s||e===void 0||e<0,!s)return;if(this.tip.hidden)return this.window.setHover(null);let r=t.posToVal(e,"x");this.window.setHover(r);let o=t.posToVal(n,"y"),a=this.places.reduce((h,u,d)=>Math.abs(u-o)<Math.abs(this.places[h]-o)?d:h,0),l=this.loads[a*this.times.length+this.#a(r)];this.tip.textContent=`${ee(l,3)} ${Ye("N")} at ${ee(r,4)} s, ${ee(this.places[a],3)} ${this.way.unit}`;let c=e>t.over.clientWidth/2;this.tip.style.transform=`translate(${e}px, ${Math.max(n-30,0)}px) translateX(${c?"calc(-100% - 8px)":"8px"})`}};function M3(i,t,e){let n=new Float32Array(e*i.nRows);return t.forEach((s,r)=>{let o=i.curve(r);for(let a=0;a<o.length;a++)o[a]>0&&(n[s*i.nRows+a]+=o[a])}),n}function jv(i){if(i.length<2)return[i[0]-.5,i[0]+.5];let t=i.slice(1).map((s,r)=>(s+i[r])/2),[e,n]=[i[0],i[i.length-1]];return[2*e-t[0],...t,2*n-t[t.length-1]]}function w3(i){let t=jv(i);return[t[0],t[t.length-1]]}var Jv=[["joints","Joints",/^(q|v|tau)\.|^following$|^commands$|^section_/],["motion","Motion",/^speed$|^position$|^base_|^water_speed$|^head_|^com_/],["contact","Contact",/^contact_|^propeller_|_force$|^skin_/],["control","Control",/^control_/],["energy","Energy",/^energy$|^energies$|^power$|^work$/]];function Kv(i){return[...Jv,["others","Others",null]].map(([e,n])=>({name:e,word:n})).filter(({name:e})=>i.some(n=>Wm(n)===e))}function Wm({name:i}){return Jv.find(([,,t])=>t.test(i))?.[0]??"others"}function Xm(i,t){let e=t.toLowerCase().split(/\s+/).filter(Boolean);return i.filter(n=>{let s=[n.title,n.name.replaceAll("_"," "),n.name,n.unit,...n.curves??[]].join(" ").toLowerCase();return e.every(r=>s.includes(r))})}var jd=class{#t=[];constructor(t,e){Object.assign(this,{start:t,end:e,from:t,to:e,hover:null,zooming:!1})}get whole(){return this.from===this.start&&this.to===this.end}listen(t){this.#t.push(t)}show(t,e){let n=1e-4*(this.end-this.start);e-t<n||(this.from=Math.max(t,this.start),this.to=Math.min(e,this.end),this.#e("range"))}reset(){this.from=this.start,this.to=this.end,this.#e("range")}setHover(t){this.hover!==t&&(this.hover=t,this.#e("hover"))}setZooming(t){this.zooming=t,this.#e("mode")}#e(t){for(let e of this.#t)e(t)}};var E3=8,Jd=class{#t=null;#e=[];#n;constructor({runs:t,chosen:e,player:n,theme:s}){let r=new jd(n.start,n.end);this.shared={runs:t,chosen:e,player:n,window:r,theme:s},this.charts=this.#o(t),this.extra=Gm(t,"more"),this.topics=Kv(this.charts.map(({chart:o})=>o)),this.results=b("div",{class:"found",hidden:!0}),this.menu=this.#h(),this.tabs=this.#a(),this.node=b("div",{class:"plots"},this.#c(),this.tabs.node,this.charts.map(({card:o})=>o.node),this.results,this.menu),this.open(this.topics[0]?.name??"all"),n.listen((o,a)=>this.#l(l=>l.follow(a==="state"))),e.listen(()=>this.#l(o=>o.redraw())),s.listen(()=>this.#l(o=>o.redraw())),r.listen(o=>{o==="range"&&this.#l(a=>a.redraw()),o==="hover"&&this.#l(a=>a.follow(!0))})}open(t){this.#n=t,this.search.value="",this.tabs.show(t),this.#i(({chart:e})=>t==="all"||Wm(e)===t,t==="all"||t==="more"),this.#r([])}#i(t,e){for(let n of this.charts)n.card.node.hidden=!t(n);this.menu&&(this.menu.hidden=!e),this.#l(n=>n.redraw())}#s(t){if(!t.trim())return this.open(this.#n);this.tabs.show(null);let e=new Set(Xm(this.charts.map(({chart:n})=>n),t));this.#i(({chart:n})=>e.has(n),!1),this.#r(Xm(this.extra,t),e.size)}#r(t,e=0){for(let r of this.#e)r.destroy();this.#e=t.slice(0,E3).map(r=>new va(r,this.shared));let n=t.length-this.#e.length,s=n>0?`${n} more variables match: refine the search.`:!t.length&&!e&&this.search.value?"No plot matches this search.":"";this.results.hidden=!t.length&&!s,this.results.replaceChildren(...this.#e.map(r=>r.node),s?b("p",{class:"muted note"},s):"")}#o(t){let e=t.filter(({replay:n})=>n.touching).map(n=>({chart:{name:"contact_map",title:"Normal force at each contact point",unit:"N"},card:new Zd(n,this.shared)}));return Gm(t,"main").flatMap(n=>[...n.name==="contact_load"?e:[],{chart:n,card:new va(n,this.shared)}])}#l(t){let e=this.charts.filter(({card:n})=>!n.node.hidden).map(({card:n})=>n);for(let n of[...e,...this.#e,...this.#t&&!this.menu.hidden?[this.#t]:[]])t(n)}#a(){let t=[...this.topics,...this.menu?[{name:"more",word:"More"}]:[],{name:"all",word:"All"}],e=t.map(({name:s,word:r})=>b("button",{type:"button",class:"plot-tab",role:"tab",id:`plots-${s}`,"aria-selected":"false",on:{click:()=>this.open(s)}},r));this.search=b("input",{type:"search",id:"find-plot",placeholder:"Find a plot","aria-label":"Find a plot",on:{input:()=>this.#s(this.search.value)}});let n=s=>e.forEach((r,o)=>r.setAttribute("aria-selected",String(t[o].name===s)));return{node:b("div",{class:"plot-tabs"},b("div",{class:"tab-list",role:"tablist","aria-label":"Topics of the plots"},e)),show:n}}#c(){let{window:t}=this.shared,e=(o,a,l)=>b("button",{type:"button",class:"quiet word","aria-pressed":String(!o),title:l,on:{click:()=>t.setZooming(o)}},a),n=e(!1,"Scrub","Dragging in a plot moves the replay"),s=e(!0,"Zoom","Dragging in a plot selects a time interval (or hold the shift key)");s.id="zoom-mode";let r=Fn("Show the full time range (or double-click a plot)",on.reset,()=>t.reset(),{class:"quiet",id:"zoom-reset",hidden:!0});return t.listen(()=>{n.setAttribute("aria-pressed",!t.zooming),s.setAttribute("aria-pressed",t.zooming),r.hidden=t.whole}),b("div",{class:"plots-bar"},b("h2",{},"Time series"),this.search,b("div",{class:"modes",role:"group","aria-label":"Effect of dragging in a plot"},b("span",{class:"muted"},"Drag:"),n,s,r))}#h(){if(!this.extra.length)return null;let t=b("div",{}),e=b("select",{id:"more","aria-label":"More variables",on:{change:()=>n(this.extra[Number(e.value)])}},this.extra.map((r,o)=>b("option",{value:o},r.title))),n=r=>{this.#t?.destroy(),this.#t=new va(r,this.shared),t.replaceChildren(this.#t.node)},s=Math.max(0,this.extra.findIndex(r=>r.parts.some(({values:o})=>o.data.some(a=>a!==0))));return e.value=s,n(this.extra[s]),b("div",{class:"more"},b("label",{class:"more-choice"},b("span",{},"More variables"),e),t)}};function Qv(i){let t=i.filter(({comparison:e})=>e.expected.length||e.unchecked.length);return t.length?b("section",{class:"card",id:"comparison"},b("h2",{},"Comparison with reference values"),t.map(e=>[i.length>1?b("h3",{},e.name):null,e.comparison.expected.length?T3(e.comparison.expected):null,e.comparison.unchecked.length?C3(e.comparison.unchecked):null])):null}function T3(i){return b("div",{class:"scroll",tabindex:"0",role:"region","aria-label":"Comparison with reference values"},b("table",{},b("thead",{},b("tr",{},b("th",{scope:"col"},"metric"),["snakelab","reference","error"].map(t=>b("th",{scope:"col",class:"number"},t)),b("th",{scope:"col"},"unit"),b("th",{scope:"col"},"verdict"),b("th",{scope:"col"},"source"))),b("tbody",{},i.map(A3))))}function A3(i){let t=i.share?` (${Pa(i.share)})`:"";return b("tr",{},b("th",{scope:"row"},fs(i.figure),i.case?b("small",{},i.case):null),b("td",{class:"number"},Pa(i.computed)),b("td",{class:"number"},Pa(i.range)),b("td",{class:"number"},`${Pa(i.error)}${t}`),b("td",{class:"unit"},Ye(i.unit)),b("td",{},b("span",{class:`verdict ${i.kind}`},`${i.sign} ${i.verdict}`)),b("td",{class:"muted text"},i.source,i.remark?b("p",{},i.remark):null))}function C3(i){return[b("h3",{},"Statements that cannot be checked"),b("ul",{class:"claims"},i.map(({claim:t,reason:e,source:n})=>b("li",{},b("strong",{},t),e?b("p",{},e):null,n?b("p",{class:"muted"},n):null)))]}function tb(i,t){if(!i.length)return null;let e=t.length>1,n=i.filter(({name:r,values:o})=>r.startsWith("work_")&&o.every(a=>!a)),s=i.filter(r=>!n.includes(r));return b("section",{class:"card",id:"metrics"},b("h2",{},"Metrics"),b("div",{class:"scroll",tabindex:"0",role:"region","aria-label":"Metrics"},b("table",{},b("thead",{},b("tr",{},b("th",{scope:"col"},"metric"),t.map(({name:r})=>b("th",{scope:"col",class:`number ${e?"run-name":""}`},e?r:"value")),b("th",{scope:"col"},"unit"),b("th",{scope:"col",class:"wide-only"},"description"))),[...new Set(s.map(({group:r})=>r))].map(r=>R3(r,s.filter(o=>o.group===r),e)))),n.length?b("p",{class:"muted note"},`Terms without work: ${n.map(({name:r})=>fs(r.slice(5))).join(", ")}.`):null)}function R3(i,t,e){let n=3+t[0].values.length;return b("tbody",{data:{group:i}},b("tr",{class:"group"},b("th",{scope:"rowgroup",colspan:String(n)},i.slice(0,1).toUpperCase()+i.slice(1))),t.map(s=>b("tr",{},b("th",{scope:"row",title:s.description},fs(s.name),e?null:b("small",{class:"narrow-only"},s.description)),s.values.map(r=>b("td",{class:"number"},ee(r))),b("td",{class:"unit"},Ye(s.unit)),b("td",{class:"muted wide-only"},s.description))))}function eb(i){return i.map(t=>b("section",{class:"card origin"},b("h2",{},i.length>1?`Provenance of ${t.name}`:"Provenance"),b("dl",{class:"facts"},t.facts.map(([e,n])=>b("div",{},b("dt",{},e),b("dd",{},n)))),t.scenario?P3(t.scenario):b("p",{class:"muted"},"Created in Python, without a scenario file.")))}function P3(i){let t=b("pre",{tabindex:"0"},b("code",{},i)),e=b("button",{type:"button",class:"chip plain",on:{click:()=>I3(i,t,e)}},"Copy");return b("details",{class:"scenario"},b("summary",{},"Scenario"),b("div",{class:"code"},e,t))}async function I3(i,t,e){try{await navigator.clipboard.writeText(i),e.textContent="Copied"}catch{getSelection().selectAllChildren(t),e.textContent=document.execCommand("copy")?"Copied":"Selected: press Ctrl+C"}setTimeout(()=>{e.textContent="Copy"},2e3)}var Kd=class{#t=[];#e=null;#n=matchMedia("(prefers-color-scheme: dark)");constructor(){this.#n.addEventListener("change",()=>this.#i()),this.#i()}get name(){return this.#e??(this.#n.matches?"dark":"light")}colour(t){return getComputedStyle(document.documentElement).getPropertyValue(t).trim()}listen(t){this.#t.push(t)}button(){return Fn("Light or dark theme",on.theme,()=>{this.#e=this.name==="dark"?"light":"dark",this.#i()},{class:"quiet",id:"theme"})}#i(){document.documentElement.dataset.theme=this.name;for(let t of this.#t)t(this)}};function nb(i){let t=Fn("Play or pause (space)",on.play,()=>i.toggle(),{class:"play",id:"play"}),e=Fn("One frame back (left arrow)",on.back,()=>i.step(-1),{class:"quiet frame-step"}),n=Fn("One frame forward (right arrow)",on.forward,()=>i.step(1),{class:"quiet frame-step"}),s=Fn("Restart at the end (l)",on.loop,()=>i.setLoop(!i.loop),{class:"quiet",id:"loop","aria-pressed":"false"}),r=b("select",{id:"speed","aria-label":"Speed of the replay",title:"Speed ([ and ])",on:{change:()=>i.setSpeed(Number(r.value))}},go.map(u=>b("option",{value:u,selected:u===1},`${u}×`))),o=b("input",{type:"range",id:"scrubber",min:i.start,max:i.end,step:"any",value:i.start,"aria-label":"Time",on:{input:()=>i.seek(Number(o.value))}}),a=i.end-i.start<2?3:2,l=b("span",{class:"now"}),c=b("output",{id:"time",for:"scrubber"},l,` / ${mo(i.end,a)} s`),h=()=>{l.textContent=mo(i.time,a),o.value=i.time,o.setAttribute("aria-valuetext",`${mo(i.time,a)} s`);let u=(i.time-i.start)/(i.end-i.start||1);o.style.setProperty("--share",`${100*u}%`)};return i.listen((u,d)=>{h(),d==="state"&&(t.replaceChildren(Is(i.playing?on.pause:on.play)),t.dataset.playing=i.playing,s.setAttribute("aria-pressed",i.loop),r.value=i.speed)}),h(),b("div",{class:"transport",role:"group","aria-label":"Replay"},t,e,n,o,c,r,s)}async function L3(){let i=document.getElementById("page"),t=new Kd;if(i.dataset.live)return Bv(i,t);try{let e=document.getElementById("payload"),n=await na(e.textContent);e.remove(),D3(i,n,t),document.documentElement.dataset.ready="yes"}catch(e){throw i.replaceChildren(b("p",{class:"banner",role:"alert"},`This report cannot be shown: ${e.message}`)),e}}function D3(i,t,e){let{runs:n}=t,s=new aa(n),r=new lc(Math.min(...n.map(l=>l.end[0])),Math.max(...n.map(l=>l.end[1])),U3(n));Number.isFinite(n[0].opening)&&r.seek(n[0].opening);let o=b("div",{class:"view",id:"view"}),a=new Jd({runs:n,chosen:s,player:r,theme:e});i.replaceChildren(fg(t,e),b("main",{},b("div",{class:"stage"},b("div",{class:"stage-inner card"},s.buttons(e)??"",o,dg(n,r)??"",nb(r))),a.node,b("div",{class:"tables"},...[tb(t.metrics,n),Qv(n),...eb(n)].filter(Boolean))),F3()),mg(r,O3(o,t,s,r,e)),location.hash==="#embedded"&&N3(r)}function N3(i){document.documentElement.dataset.embedded="yes",i.setLoop(!0),matchMedia("(prefers-reduced-motion: reduce)").matches||i.play()}function O3(i,t,e,n,s){let r=(...o)=>i.replaceChildren(b("p",{class:"no-view",id:"no-view"},...o));if(t.runs.every(({replay:o})=>!o.times.nRows||!o.links.length))return r("The recording contains no finite positions, so there is no replay."),null;if(!Su())return r("WebGL 2 is disabled or missing in this browser, so there is no 3-D replay. Plots, tables and the time bar below are available."),null;try{return new oa(i,t,e,n,s)}catch(o){return r(`The 3-D view could not start (${o.message}). Plots, tables and the time bar below are available.`),null}}function U3(i){let t=new Float64Array(i.flatMap(({replay:e})=>[...e.times.curve(0)])).sort();return t.filter((e,n)=>n===0||e-t[n-1]>1e-9)}function F3(){let i=t=>b("kbd",{},t);return b("footer",{},b("p",{class:"keys"},i("space")," play  ",i("←"),i("→")," frame  ",i("["),i("]")," speed  ",i("l")," loop  ",i("f")," follow  ",i("c")," contact  ",i("r")," reset  ",i("1"),i("2"),i("3")," top, side, front"),b("p",{},"Made by snakelab. Built with three.js and uPlot, both under the MIT licence: © 2010–2026 three.js authors, © 2022 Leon Sorokin."))}L3();})();
