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
(()=>{function X(i,{on:t={},data:e={},...n}={},...s){let r=document.createElement(i);for(let[o,a]of Object.entries(n))a!==!1&&a!==null&&a!==void 0&&r.setAttribute(o,a===!0?"":a);Object.assign(r.dataset,e);for(let[o,a]of Object.entries(t))r.addEventListener(o,a);return r.append(...s.flat(1/0).filter(o=>o!=null&&o!=="")),r}function ui(i,t,e,n={}){let s=X("button",{type:"button",title:i,"aria-label":i,on:{click:e},...n});return s.append(Vu(t)),s}function Vu(i){let t="http://www.w3.org/2000/svg",e=document.createElementNS(t,"svg");for(let[n,s]of Object.entries({viewBox:"0 0 24 24",class:"icon","aria-hidden":"true"}))e.setAttribute(n,s);for(let n of[i].flat()){let s=document.createElementNS(t,"path");s.setAttribute("d",n),e.append(s)}return e}var Zn={play:"M7 4.5v15l12-7.5z",pause:["M8 5v14","M16 5v14"],loop:["M17 2l4 4-4 4","M3 11V9a3 3 0 0 1 3-3h15","M7 22l-4-4 4-4","M21 13v2a3 3 0 0 1-3 3H3"],follow:["M12 2v4","M12 18v4","M2 12h4","M18 12h4","M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8"],reset:["M3 12a9 9 0 1 0 3-6.7","M3 3v5h5"],theme:["M12 3a9 9 0 1 0 9 9a7 7 0 0 1-9-9"],full:["M4 9V4h5","M20 9V4h-5","M4 15v5h5","M20 15v5h-5"],back:["M18 6l-8 6l8 6","M6 6v12"],forward:["M6 6l8 6l-8 6","M18 6v12"]};function qe(i,t=4){if(i==null||!Number.isFinite(i))return"–";if(i===0)return"0";let e=Math.abs(i),n;if(e<.001||e>=1e6){let[s,r]=i.toExponential(t-1).split("e");n=`${Number(s)}e${Number(r)}`}else n=String(Number(i.toPrecision(t)));return n.replaceAll("-","−")}function jo(i){return i?i.replaceAll("-","−").replaceAll(" "," "):"–"}function wl(i,t=2){return i.toFixed(t).replace("-","−")}function gn(i){return!i||i==="-"||i==="1"?"":i.replaceAll(" "," ")}function ur(i){return i.replaceAll("_"," ")}var Cx=["mean_speed","speed_through_water","cost_of_transport","peak_torque","peak_force","duration","real_time_factor"],Rx=4;function Rp({title:i,runs:t,metrics:e},n){return X("header",{},X("div",{class:"title-line"},X("h1",{},i),n.button()),Px(t),Ix(t),t.length===1?Lx(e):null)}function Px(i){return i.filter(t=>!t.finished).map(t=>X("p",{class:"banner",role:"status"},X("strong",{},i.length>1?`${t.name} did not finish`:"This run did not finish"),`: ${t.status}. Its results until then are shown.`))}function Ix(i){return i.flatMap(t=>t.remarks.map(e=>X("p",{class:"banner remark",role:"note"},i.length>1?X("strong",{},`${t.name}: `):null,e.slice(0,1).toUpperCase()+e.slice(1))))}function Lx(i){let t=Cx.map(e=>i.find(n=>n.name===e&&n.values[0]!==null)).filter(Boolean).slice(0,Rx);return X("dl",{class:"key-figures"},t.map(e=>X("div",{title:e.description},X("dt",{},ur(e.name)),X("dd",{},qe(e.values[0],3),X("small",{},gn(e.unit))))))}function Li(i,t){let e=0,n=i.length-1;for(;e<n;){let s=e+n+1>>1;i[s]<=t?e=s:n=s-1}return e}function fr(i,t,e){if(!i.length||e<i[0]-1e-9||e>i[i.length-1]+1e-9)return NaN;let n=Li(i,e);if(n>=i.length-1)return t[n];let s=(e-i[n])/(i[n+1]-i[n]);return s<=0?t[n]:t[n]+s*(t[n+1]-t[n])}function Ki(i,t,e=4e3){let n=Math.max(1,Math.floor(i.length/e)),s=[];for(let r=0;r<i.length;r+=n)Number.isFinite(i[r])&&s.push(i[r]);return s.sort((r,o)=>r-o),s.length?s[Math.round(t*(s.length-1))]:NaN}var $r=[.25,.5,1,2,4,8],El=class{#t=[];#e=0;constructor(t,e,n){Object.assign(this,{start:t,end:e,frames:n,time:t,playing:!1,speed:1,loop:!1})}listen(t){this.#t.push(t)}seek(t){this.time=Math.min(Math.max(t,this.start),this.end),this.#i("time")}step(t){if(this.pause(),!this.frames.length)return;let e=1e-9*Math.max(1,Math.abs(this.time)),n=Li(this.frames,this.time+e),s=Math.abs(this.frames[n]-this.time)<=e,r=t>0?n+1:s?n-1:n;this.seek(this.frames[Math.min(Math.max(r,0),this.frames.length-1)])}play(){this.playing||this.end<=this.start||(this.time>=this.end&&(this.time=this.start),this.playing=!0,this.#e=performance.now(),this.#i("state"),requestAnimationFrame(t=>this.#n(t)))}pause(){this.playing&&(this.playing=!1,this.#i("state"))}toggle(){this.playing?this.pause():this.play()}setSpeed(t){this.speed=t,this.#i("state")}setLoop(t){this.loop=t,this.#i("state")}#n(t){if(!this.playing)return;let e=Math.min(Math.max(t-this.#e,0),250)/1e3;this.#e=t;let n=this.time+e*this.speed;n>=this.end&&this.loop&&(n=this.start+(n-this.start)%(this.end-this.start)),this.seek(n),this.time>=this.end&&!this.loop?this.pause():requestAnimationFrame(s=>this.#n(s))}#i(t){for(let e of this.#t)e(this,t)}};function Ip(i,t){let e={" ":()=>i.toggle(),ArrowLeft:()=>i.step(-1),ArrowRight:()=>i.step(1),Home:()=>i.seek(i.start),End:()=>i.seek(i.end),"[":()=>i.setSpeed(Pp(i.speed,-1)),"]":()=>i.setSpeed(Pp(i.speed,1)),l:()=>i.setLoop(!i.loop),f:()=>t?.setFollow(!t.follow),c:()=>t?.setContact(!t.contact),r:()=>t?.look("reset"),1:()=>t?.look("top"),2:()=>t?.look("side"),3:()=>t?.look("front"),a:()=>t?.turn(-.1,0),d:()=>t?.turn(.1,0),w:()=>t?.turn(0,-.1),s:()=>t?.turn(0,.1),"+":()=>t?.zoom(.9),"-":()=>t?.zoom(1.1111111111111112)};document.addEventListener("keydown",n=>{let s=n.target;if(n.defaultPrevented||n.ctrlKey||n.metaKey||n.altKey||s.closest("select, textarea")||n.key===" "&&s.closest("button, summary, a"))return;let r=e[n.key];r&&(n.preventDefault(),r())})}function Pp(i,t){let e=$r.indexOf(i)+t;return $r[Math.min(Math.max(e,0),$r.length-1)]}async function Lp(i){if(typeof DecompressionStream>"u")throw new Error("This browser is too old to unpack the data (it has no DecompressionStream). Browsers from 2023 on have it.");let t=Uint8Array.from(atob(i.trim()),l=>l.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate-raw")),n=await new Response(e).arrayBuffer(),s=new DataView(n).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(n,4,s))),o=Math.ceil((4+s)/8)*8,a=new Map;return Gu(r,l=>(a.has(l.at)||a.set(l.at,Dx(n,o,l)),a.get(l.at)))}var Qo=class{constructor(t,e,n,s=0){Object.assign(this,{nCurves:t,nRows:e,data:n,error:s})}curve(t){return this.data.subarray(t*this.nRows,(t+1)*this.nRows)}};function Gu(i,t){return Array.isArray(i)?i.map(e=>Gu(e,t)):i===null||typeof i!="object"?i:"coding"in i&&"at"in i?t(i):Object.fromEntries(Object.entries(i).map(([e,n])=>[e,Gu(n,t)]))}function Dx(i,t,{at:e,coding:n,shape:[s,r]}){let o=s*r;if(n==="float64")return new Qo(s,r,new Float64Array(i,t+e,o));if(n==="float32")return new Qo(s,r,Float64Array.from(new Float32Array(i,t+e,o)));let a=new Float64Array(i,t+e,2*s),l=new Uint8Array(i,t+e+16*s,o),c=new Uint8Array(i,t+e+16*s+o,o),h=new Float64Array(o);for(let f=0,d=0;f<s;f++){let p=a[2*f],y=a[2*f+1],m=0,g=0;for(let v=0;v<r;v++,d++)m=m+l[d]+256*c[d]&65535,g=g+m&65535,h[d]=g===0?NaN:p+(g-1)*y}let u=Math.max(0,...Array.from({length:s},(f,d)=>a[2*d+1]));return new Qo(s,r,h,u/2)}var Nx="uplot",Ux="u-hz",Fx="u-vt",Ox="u-title",Bx="u-wrap",zx="u-under",kx="u-over",Vx="u-axis",mr="u-off",Gx="u-select",Hx="u-cursor-x",Wx="u-cursor-y",Xx="u-cursor-pt",qx="u-legend",Yx="u-live",Zx="u-inline",$x="u-series",Jx="u-marker",Dp="u-label",Kx="u-value",ea="width",na="height";var Np="bottom",Jr="left",Hu="right",af="#000",Up=af+"0",Wu="mousemove",Fp="mousedown",Xu="mouseup",Op="mouseenter",Bp="mouseleave",zp="dblclick",jx="resize",Qx="scroll",kp="change",Pl="dppxchange",lf="--",io=typeof window<"u",Ju=io?document:null,jr=io?window:null,ty=io?navigator:null,De,Tl;function Ku(){let i=devicePixelRatio;De!=i&&(De=i,Tl&&Qu(kp,Tl,Ku),Tl=matchMedia(`(min-resolution: ${De-.001}dppx) and (max-resolution: ${De+.001}dppx)`),gr(kp,Tl,Ku),jr.dispatchEvent(new CustomEvent(Pl)))}function fi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function ju(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Qe(i,t,e){i.style[t]=e+"px"}function Di(i,t,e,n){let s=Ju.createElement(i);return t!=null&&fi(s,t),e?.insertBefore(s,n),s}function wi(i,t){return Di("div",i,t)}var Vp=new WeakMap;function ji(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Vp.get(i);r!=o&&(i.style.transform=r,Vp.set(i,r),t<0||e<0||t>n||e>s?fi(i,mr):ju(i,mr))}var Gp=new WeakMap;function Hp(i,t,e){let n=t+e,s=Gp.get(i);n!=s&&(Gp.set(i,n),i.style.background=t,i.style.borderColor=e)}var Wp=new WeakMap;function Xp(i,t,e,n){let s=t+""+e,r=Wp.get(i);s!=r&&(Wp.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var cf={passive:!0},ey={...cf,capture:!0};function gr(i,t,e,n){t.addEventListener(i,e,n?ey:cf)}function Qu(i,t,e,n){t.removeEventListener(i,e,cf)}io&&Ku();function Ni(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:di((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function ym(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var vm=i=>i!=null,Sm=i=>i!=null&&i>0,Dl=ym(vm),ny=ym(Sm);function iy(i,t,e,n=0,s=!1){let r=s?ny:Dl,o=s?Sm:vm;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??We,l??-We]}function Nl(i,t,e,n){let s=Zp(i),r=Zp(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?gs:Mm,a=s==1?di:Ei,l=r==1?Ei:di,c=a(o(Sn(i))),h=l(o(Sn(t))),u=Qr(e,c),f=Qr(e,h);return e==10&&(c<0&&(u=Xe(u,-c)),h<0&&(f=Xe(f,-h))),n||e==2?(i=u*s,t=f*r):(i=Tm(i,u),t=Ul(t,f)),[i,t]}function hf(i,t,e,n){let s=Nl(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var uf=.1,qp={mode:3,pad:uf},sa={pad:0,soft:null,mode:0},sy={min:sa,max:sa};function Il(i,t,e,n){return Fl(e)?Yp(i,t,e):(sa.pad=e,sa.soft=n?0:null,sa.mode=n?3:0,Yp(i,t,sy))}function Pe(i,t){return i??t}function ry(i,t,e){for(t=Pe(t,0),e=Pe(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Yp(i,t,e){let n=e.min,s=e.max,r=Pe(n.pad,0),o=Pe(s.pad,0),a=Pe(n.hard,-We),l=Pe(s.hard,We),c=Pe(n.soft,We),h=Pe(s.soft,-We),u=Pe(n.mode,0),f=Pe(s.mode,0),d=t-i,p=gs(d),y=$n(Sn(i),Sn(t)),m=gs(y),g=Sn(m-p);(d<1e-24||g>10)&&(d=0,(i==0||t==0)&&(d=1e-24,u==2&&c!=We&&(r=0),f==2&&h!=-We&&(o=0)));let v=d||y||1e3,A=gs(v),S=Qr(10,di(A)),P=v*(d==0?i==0?.1:1:r),T=Xe(Tm(i-P,S/10),24),_=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:We,E=$n(a,T<_&&i>=_?_:Ui(_,T)),B=v*(d==0?t==0?.1:1:o),D=Xe(Ul(t+B,S/10),24),L=t<=h&&(f==1||f==3&&D>=h||f==2&&D<=h)?h:-We,G=Ui(l,D>L&&t<=L?L:$n(L,D));return E==G&&E==0&&(G=100),[E,G]}var oy=new Intl.NumberFormat(io?ty.language:"en-US"),ff=i=>oy.format(i),pi=Math,Rl=pi.PI,Sn=pi.abs,di=pi.floor,vn=pi.round,Ei=pi.ceil,Ui=pi.min,$n=pi.max,Qr=pi.pow,Zp=pi.sign,gs=pi.log10,Mm=pi.log2,ay=(i,t=1)=>pi.sinh(i)*t,qu=(i,t=1)=>pi.asinh(i/t),We=1/0;function $p(i){return(gs((i^i>>31)-(i>>31))|0)+1}function tf(i,t,e){return Ui($n(i,t),e)}function bm(i){return typeof i=="function"}function Te(i){return bm(i)?i:()=>i}var ly=()=>{},wm=i=>i,Em=(i,t)=>t,cy=i=>null,Jp=i=>!0,Kp=(i,t)=>i==t,hy=/\.\d*?(?=9{6,}|0{6,})/gm,_r=i=>{if(Cm(i)||ks.has(i))return i;let t=`${i}`,e=t.match(hy);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${_r(s)}e${r}`}return Xe(i,n)};function dr(i,t){return _r(Xe(_r(i/t))*t)}function Ul(i,t){return _r(Ei(_r(i/t))*t)}function Tm(i,t){return _r(di(_r(i/t))*t)}function Xe(i,t=0){if(Cm(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return vn(n)/e}var ks=new Map;function Am(i){return((""+i).split(".")[1]||"").length}function oa(i,t,e,n){let s=[],r=n.map(Am);for(let o=t;o<e;o++){let a=Sn(o),l=Xe(Qr(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=i==10?h:Xe(h,u);s.push(f),ks.set(f,u)}}return s}var ra={},df=[],to=[null,null],zs=Array.isArray,Cm=Number.isInteger,uy=i=>i===void 0;function jp(i){return typeof i=="string"}function Fl(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function fy(i){return i!=null&&typeof i=="object"}var dy=Object.getPrototypeOf(Uint8Array),Rm="__proto__";function eo(i,t=Fl){let e;if(zs(i)){let n=i.find(s=>s!=null);if(zs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=eo(i[s],t)}else e=i.slice()}else if(i instanceof dy)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Rm&&(e[n]=eo(i[n],t))}else e=i;return e}function _n(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Rm&&(Fl(i[s])?_n(i[s],eo(n[s])):i[s]=eo(n[s]))}return i}var py=0,my=1,gy=2;function _y(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function xy(i,t){if(Sy(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return My(o[0])||(o=vy(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),f=t?t[o][c]:my,d=[];for(let p=0;p<h.length;p++){let y=h[p],m=r.get(l[p]);y===null?f!=py&&(u[m]=y,f==gy&&d.push(m)):u[m]=y}_y(u,d,s),n.push(u)}}return n}var yy=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function vy(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function Sy(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function My(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=$n(1,di((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Pm=["January","February","March","April","May","June","July","August","September","October","November","December"],Im=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Lm(i){return i.slice(0,3)}var by=Im.map(Lm),wy=Pm.map(Lm),Ey={MMMM:Pm,MMM:wy,WWWW:Im,WWW:by};function ta(i){return(i<10?"0":"")+i}function Ty(i){return(i<10?"00":i<100?"0":"")+i}var Ay={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>ta(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>ta(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>ta(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>ta(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>ta(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>Ty(i.getMilliseconds())};function pf(i,t){t=t||Ey;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?Ay[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Cy=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Ry(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Cy?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Dm=i=>i%1==0,Ll=[1,2,2.5,5],Py=oa(10,-32,0,Ll),Nm=oa(10,0,32,Ll),Iy=Nm.filter(Dm),pr=Py.concat(Nm),mf=`
`,Um="{YYYY}",Qp=mf+Um,Fm="{M}/{D}",ia=mf+Fm,Al=ia+"/{YY}",Om="{aa}",Ly="{h}:{mm}",Kr=Ly+Om,tm=mf+Kr,em=":{ss}",Oe=null;function Bm(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?oa(10,0,3,Ll).filter(Dm):oa(10,-3,0,Ll)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Um,Oe,Oe,Oe,Oe,Oe,Oe,1],[s*28,"{MMM}",Qp,Oe,Oe,Oe,Oe,Oe,1],[s,Fm,Qp,Oe,Oe,Oe,Oe,Oe,1],[n,"{h}"+Om,Al,Oe,ia,Oe,Oe,Oe,1],[e,Kr,Al,Oe,ia,Oe,Oe,Oe,1],[t,em,Al+" "+Kr,Oe,ia+" "+Kr,Oe,tm,Oe,1],[i,em+".{fff}",Al+" "+Kr,Oe,ia+" "+Kr,Oe,tm,Oe,1]];function h(u){return(f,d,p,y,m,g)=>{let v=[],A=m>=o,S=m>=r&&m<o,P=u(p),T=Xe(P*i,3),_=Yu(P.getFullYear(),A?0:P.getMonth(),S||A?1:P.getDate()),E=Xe(_*i,3);if(S||A){let B=S?m/r:0,D=A?m/o:0,L=T==E?T:Xe(Yu(_.getFullYear()+D,_.getMonth()+B,1)*i,3),G=new Date(vn(L/i)),W=G.getFullYear(),N=G.getMonth();for(let V=0;L<=y;V++){let Y=Yu(W+D*V,N+B*V,1),k=Y-u(Xe(Y*i,3));L=Xe((+Y+k)*i,3),L<=y&&v.push(L)}}else{let B=m>=s?s:m,D=di(p)-di(T),L=E+D+Ul(T-E,B);v.push(L);let G=u(L),W=G.getHours()+G.getMinutes()/e+G.getSeconds()/n,N=m/n,V=f.axes[d]._space,Y=g/V;for(;L=Xe(L+m,i==1?0:3),!(L>y);)if(N>1){let k=di(Xe(W+N,6))%24,Q=u(L).getHours()-k;Q>1&&(Q=-1),L-=Q*n,W=(W+N)%24;let et=v[v.length-1];Xe((L-et)/m,3)*Y>=.7&&v.push(L)}else v.push(L)}return v}}return[l,c,h]}var[Dy,Ny,Uy]=Bm(1),[Fy,Oy,By]=Bm(.001);oa(2,-53,53,[1]);function nm(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function im(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,f,d;return n.map(p=>{let y=i(p),m=y.getFullYear(),g=y.getMonth(),v=y.getDate(),A=y.getHours(),S=y.getMinutes(),P=y.getSeconds(),T=m!=l&&a[2]||g!=c&&a[3]||v!=h&&a[4]||A!=u&&a[5]||S!=f&&a[6]||P!=d&&a[7]||a[1];return l=m,c=g,h=v,u=A,f=S,d=P,T(y)})}}function zy(i,t){let e=pf(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function Yu(i,t,e){return new Date(i,t,e)}function sm(i,t){return t(i)}var ky="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function rm(i,t){return(e,n,s,r)=>r==null?lf:t(i(n))}function Vy(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function Gy(i,t){return i.series[t].fill(i,t)}var Hy={show:!0,live:!0,isolate:!1,mount:ly,markers:{show:!0,width:2,stroke:Vy,fill:Gy,dash:"solid"},idx:null,idxs:null,values:[]};function Wy(i,t){let e=i.cursor.points,n=wi(),s=e.size(i,t);Qe(n,ea,s),Qe(n,na,s);let r=s/-2;Qe(n,"marginLeft",r),Qe(n,"marginTop",r);let o=e.width(i,t,s);return o&&Qe(n,"borderWidth",o),n}function Xy(i,t){let e=i.series[t].points;return e._fill||e._stroke}function qy(i,t){let e=i.series[t].points;return e._stroke||e._fill}function Yy(i,t){return i.series[t].points.size}var Zu=[0,0];function Zy(i,t,e){return Zu[0]=t,Zu[1]=e,Zu}function Cl(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function $u(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var $y={show:!0,x:!0,y:!0,lock:!1,move:Zy,points:{one:!1,show:Wy,size:Yy,width:0,stroke:qy,fill:Xy},bind:{mousedown:Cl,mouseup:Cl,click:Cl,dblclick:Cl,mousemove:$u,mouseleave:$u,mouseenter:$u},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},zm={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},gf=_n({},zm,{filter:Em}),km=_n({},gf,{size:10}),Vm=_n({},zm,{show:!1}),_f='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Gm="bold "+_f,Hm=1.5,om={show:!0,scale:"x",stroke:af,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Gm,side:2,grid:gf,ticks:km,border:Vm,font:_f,lineGap:Hm,rotate:0},Jy="Value",Ky="Time",am={show:!0,scale:"x",auto:!1,sorted:1,min:We,max:-We,idxs:[]};function jy(i,t,e,n,s){return t.map(r=>r==null?"":ff(r))}function Qy(i,t,e,n,s,r,o){let a=[],l=ks.get(s)||0;e=o?e:Xe(Ul(e,s),l);for(let c=e;c<=n;c=Xe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function ef(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?gs:Mm,h=di(c(e));s=Qr(l,h),l==10&&(s=pr[Ni(s,pr)]);let u=e,f=s*l;l==10&&(f=pr[Ni(f,pr)]);do a.push(u),u=u+s,l==10&&!ks.has(u)&&(u=Xe(u,ks.get(s))),u>=f&&(s=u,f=s*l,l==10&&(f=pr[Ni(f,pr)]));while(u<=n);return a}function tv(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?ef(i,t,$n(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?ef(i,t,$n(l,-n),-e,s):[l]).reverse().map(f=>-f).concat(h,c)}var Wm=/./,ev=/[12357]/,nv=/[125]/,lm=/1/,nf=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function iv(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?Wm:l(7,o)-h>=c?ev:l(5,o)-h>=c?nv:lm;if(u==lm){let f=Sn(l(1,o)-h);if(f<c)return nf(t.slice().reverse(),a.distr,u,Ei(c/f)).reverse()}return nf(t,a.distr,u,1)}function sv(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?nf(t.slice().reverse(),3,Wm,Ei(a/c)).reverse():t}function rv(i,t,e,n){return n==null?lf:t==null?"":ff(t)}var cm={show:!0,scale:"y",stroke:af,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Gm,side:3,grid:gf,ticks:km,border:Vm,font:_f,lineGap:Hm,rotate:0};function ov(i,t){let e=3+(i||1)*2;return Xe(e*t,3)}function av(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Sn(o-r),l=i.series[t],c=a/(l.points.space*De);return n[1]-n[0]<=c}var hm={scale:null,auto:!0,sorted:0,min:We,max:-We},Xm=(i,t,e,n,s)=>s,um={show:!0,auto:!0,sorted:0,gaps:Xm,alpha:1,facets:[_n({},hm,{scale:"x"}),_n({},hm,{scale:"y"})]},fm={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Xm,alpha:1,points:{show:av,filter:null},values:null,min:We,max:-We,idxs:[],path:null,clip:null};function lv(i,t,e,n,s){return e/10}var qm={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},cv=_n({},qm,{time:!1,ori:1}),dm={};function Ym(i,t){let e=dm[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(dm[i]=e)),e}var no=1,sf=2;function xr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,p=a.width,y=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,f,d,p,y,Bl,so,kl,$m,Km):e(s,l,c,h,u,g,m,d,f,y,p,zl,ro,vf,Jm,jm)}function xf(i,t){let e=0,n=0,s=Pe(i.bands,df);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function hv(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function _s(i,t,e,n,s,r){return xr(i,t,(o,a,l,c,h,u,f,d,p,y,m)=>{let g=o.pxRound,v=c.dir*(c.ori==0?1:-1),A=c.ori==0?so:ro,S,P;v==1?(S=e,P=n):(S=n,P=e);let T=g(u(a[S],c,y,d)),_=g(f(l[S],h,m,p)),E=g(u(a[P],c,y,d)),B=g(f(r==1?h.max:h.min,h,m,p)),D=new Path2D(s);return A(D,E,B),A(D,T,B),A(D,T,_),D})}function Ol(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?kl:vf,l=e;for(let u=0;u<i.length;u++){let f=i[u];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,n,d,n+r),l=f[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function uv(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function yf(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,f=c;if(s==1)for(;++c<=n&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(i[u]),p=f==u?d:r(i[f]),y=u-s;d=o<=0&&y>=0&&y<l?r(i[y]):d;let g=f+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=d&&a.push([d,p])}return a}function pm(i){return i==0?wm:i==1?vn:t=>dr(t,i)}function Zm(i){let t=i==0?Bl:zl,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Ui(c,a/2,l/2),h=Ui(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var Bl=(i,t,e)=>{i.moveTo(t,e)},zl=(i,t,e)=>{i.moveTo(e,t)},so=(i,t,e)=>{i.lineTo(t,e)},ro=(i,t,e)=>{i.lineTo(e,t)},kl=Zm(0),vf=Zm(1),$m=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},Jm=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Km=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},jm=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Qm(i){return(t,e,n,s,r)=>xr(t,e,(o,a,l,c,h,u,f,d,p,y,m)=>{let{pxRound:g,points:v}=o,A,S;c.ori==0?(A=Bl,S=$m):(A=zl,S=Jm);let P=Xe(v.width*De,3),T=(v.size-v.width)/2*De,_=Xe(T*2,3),E=new Path2D,B=new Path2D,{left:D,top:L,width:G,height:W}=t.bbox;kl(B,D-_,L-_,G+_*2,W+_*2);let N=V=>{if(l[V]!=null){let Y=g(u(a[V],c,y,d)),k=g(f(l[V],h,m,p));A(E,Y+T,k),S(E,Y,k,T,0,Rl*2)}};if(r)r.forEach(N);else for(let V=n;V<=s;V++)N(V);return{stroke:P>0?E:null,fill:E,clip:B,flags:no|sf}})}function tg(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var fv=tg(so),dv=tg(ro);function eg(i){let t=Pe(i?.alignGaps,0);return(e,n,s,r)=>xr(e,n,(o,a,l,c,h,u,f,d,p,y,m)=>{[s,r]=Dl(l,s,r);let g=o.pxRound,v=W=>g(u(W,c,y,d)),A=W=>g(f(W,h,m,p)),S,P;c.ori==0?(S=so,P=fv):(S=ro,P=dv);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:no},E=_.stroke,B=!1;if(r-s>=y*4){let W=ht=>e.posToVal(ht,c.key,!0),N=null,V=null,Y,k,ct,J=v(a[T==1?s:r]),Q=v(a[s]),et=v(a[r]),dt=W(T==1?Q+1:et-1);for(let ht=T==1?s:r;ht>=s&&ht<=r;ht+=T){let tt=a[ht],yt=(T==1?tt<dt:tt>dt)?J:v(tt),Lt=l[ht];yt==J?Lt!=null?(k=Lt,N==null?(S(E,yt,A(k)),Y=N=V=k):k<N?N=k:k>V&&(V=k)):Lt===null&&(B=!0):(N!=null&&P(E,J,A(N),A(V),A(Y),A(k)),Lt!=null?(k=Lt,S(E,yt,A(k)),N=V=Y=k):(N=V=null,Lt===null&&(B=!0)),J=yt,dt=W(J+T))}N!=null&&N!=V&&ct!=J&&P(E,J,A(N),A(V),A(Y),A(k))}else for(let W=T==1?s:r;W>=s&&W<=r;W+=T){let N=l[W];N===null?B=!0:N!=null&&S(E,v(a[W]),A(N))}let[L,G]=xf(e,n);if(o.fill!=null||L!=0){let W=_.fill=new Path2D(E),N=o.fillTo(e,n,o.min,o.max,L),V=A(N),Y=v(a[s]),k=v(a[r]);T==-1&&([k,Y]=[Y,k]),S(W,k,V),S(W,Y,V)}if(!o.spanGaps){let W=[];B&&W.push(...yf(a,l,s,r,T,v,t)),_.gaps=W=o.gaps(e,n,s,r,W),_.clip=Ol(W,c.ori,d,p,y,m)}return G!=0&&(_.band=G==2?[_s(e,n,s,r,E,-1),_s(e,n,s,r,E,1)]:_s(e,n,s,r,E,G)),_})}function pv(i){let t=Pe(i.align,1),e=Pe(i.ascDesc,!1),n=Pe(i.alignGaps,0),s=Pe(i.extend,!1);return(r,o,a,l)=>xr(r,o,(c,h,u,f,d,p,y,m,g,v,A)=>{[a,l]=Dl(u,a,l);let S=c.pxRound,{left:P,width:T}=r.bbox,_=Q=>S(p(Q,f,v,m)),E=Q=>S(y(Q,d,A,g)),B=f.ori==0?so:ro,D={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:no},L=D.stroke,G=f.dir*(f.ori==0?1:-1),W=E(u[G==1?a:l]),N=_(h[G==1?a:l]),V=N,Y=N;s&&t==-1&&(Y=P,B(L,Y,W)),B(L,N,W);for(let Q=G==1?a:l;Q>=a&&Q<=l;Q+=G){let et=u[Q];if(et==null)continue;let dt=_(h[Q]),ht=E(et);t==1?B(L,dt,W):B(L,V,ht),B(L,dt,ht),W=ht,V=dt}let k=V;s&&t==1&&(k=P+T,B(L,k,W));let[ct,J]=xf(r,o);if(c.fill!=null||ct!=0){let Q=D.fill=new Path2D(L),et=c.fillTo(r,o,c.min,c.max,ct),dt=E(et);B(Q,k,dt),B(Q,Y,dt)}if(!c.spanGaps){let Q=[];Q.push(...yf(h,u,a,l,G,_,n));let et=c.width*De/2,dt=e||t==1?et:-et,ht=e||t==-1?-et:et;Q.forEach(tt=>{tt[0]+=dt,tt[1]+=ht}),D.gaps=Q=c.gaps(r,o,a,l,Q),D.clip=Ol(Q,f.ori,m,g,v,A)}return J!=0&&(D.band=J==2?[_s(r,o,a,l,L,-1),_s(r,o,a,l,L,1)]:_s(r,o,a,l,L,J)),D})}function mm(i,t,e,n,s,r,o=We){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=Sn(i[l]-i[a]);h<c&&(c=h,o=Sn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function mv(i){i=i||ra;let t=Pe(i.size,[.6,We,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Te(s),o=1-t[0],a=Pe(t[1],We),l=Pe(t[2],1),c=Pe(i.disp,ra),h=Pe(i.each,d=>{}),{fill:u,stroke:f}=c;return(d,p,y,m)=>xr(d,p,(g,v,A,S,P,T,_,E,B,D,L)=>{let G=g.pxRound,W=e,N=n*De,V=a*De,Y=l*De,k,ct;S.ori==0?[k,ct]=r(d,p):[ct,k]=r(d,p);let J=S.dir*(S.ori==0?1:-1),Q=S.ori==0?kl:vf,et=S.ori==0?h:(Mt,Xt,he,Et,Fe,Zt,Qt)=>{h(Mt,Xt,he,Fe,Et,Qt,Zt)},dt=Pe(d.bands,df).find(Mt=>Mt.series[0]==p),ht=dt!=null?dt.dir:0,tt=g.fillTo(d,p,g.min,g.max,ht),_t=G(_(tt,P,L,B)),yt,Lt,wt,Gt=D,ie=G(g.width*De),Jt=!1,se=null,ne=null,ot=null,vt=null;u!=null&&(ie==0||f!=null)&&(Jt=!0,se=u.values(d,p,y,m),ne=new Map,new Set(se).forEach(Mt=>{Mt!=null&&ne.set(Mt,new Path2D)}),ie>0&&(ot=f.values(d,p,y,m),vt=new Map,new Set(ot).forEach(Mt=>{Mt!=null&&vt.set(Mt,new Path2D)})));let{x0:xt,size:Bt}=c;if(xt!=null&&Bt!=null){W=1,v=xt.values(d,p,y,m),xt.unit==2&&(v=v.map(he=>d.posToVal(E+he*D,S.key,!0)));let Mt=Bt.values(d,p,y,m);Bt.unit==2?Lt=Mt[0]*D:Lt=T(Mt[0],S,D,E)-T(0,S,D,E),Gt=mm(v,A,T,S,D,E,Gt),wt=Gt-Lt+N}else Gt=mm(v,A,T,S,D,E,Gt),wt=Gt*o+N,Lt=Gt-wt;wt<1&&(wt=0),ie>=Lt/2&&(ie=0),wt<5&&(G=wm);let Dt=wt>0,ee=Gt-wt-(Dt?ie:0);Lt=G(tf(ee,Y,V)),yt=(W==0?Lt/2:W==J?0:Lt)-W*J*((W==0?N/2:0)+(Dt?ie/2:0));let zt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},ge=Jt?null:new Path2D,de=null;if(dt!=null)de=d.data[dt.series[1]];else{let{y0:Mt,y1:Xt}=c;Mt!=null&&Xt!=null&&(A=Xt.values(d,p,y,m),de=Mt.values(d,p,y,m))}let xe=k*Lt,F=ct*Lt;for(let Mt=J==1?y:m;Mt>=y&&Mt<=m;Mt+=J){let Xt=A[Mt];if(Xt==null)continue;if(de!=null){let q=de[Mt]??0;if(Xt-q==0)continue;_t=_(q,P,L,B)}let he=S.distr!=2||c!=null?v[Mt]:Mt,Et=T(he,S,D,E),Fe=_(Pe(Xt,tt),P,L,B),Zt=G(Et-yt),Qt=G($n(Fe,_t)),C=G(Ui(Fe,_t)),M=Qt-C;if(Xt!=null){let q=Xt<0?F:xe,ft=Xt<0?xe:F;Jt?(ie>0&&ot[Mt]!=null&&Q(vt.get(ot[Mt]),Zt,C+di(ie/2),Lt,$n(0,M-ie),q,ft),se[Mt]!=null&&Q(ne.get(se[Mt]),Zt,C+di(ie/2),Lt,$n(0,M-ie),q,ft)):Q(ge,Zt,C+di(ie/2),Lt,$n(0,M-ie),q,ft),et(d,p,Mt,Zt-ie/2,C,Lt+ie,M)}}return ie>0?zt.stroke=Jt?vt:ge:Jt||(zt._fill=g.width==0?g._fill:g._stroke??g._fill,zt.width=0),zt.fill=Jt?ne:ge,zt})}function gv(i,t){let e=Pe(t?.alignGaps,0);return(n,s,r,o)=>xr(n,s,(a,l,c,h,u,f,d,p,y,m,g)=>{[r,o]=Dl(c,r,o);let v=a.pxRound,A=k=>v(f(k,h,m,p)),S=k=>v(d(k,u,g,y)),P,T,_;h.ori==0?(P=Bl,_=so,T=Km):(P=zl,_=ro,T=jm);let E=h.dir*(h.ori==0?1:-1),B=A(l[E==1?r:o]),D=B,L=[],G=[];for(let k=E==1?r:o;k>=r&&k<=o;k+=E)if(c[k]!=null){let J=l[k],Q=A(J);L.push(D=Q),G.push(S(c[k]))}let W={stroke:i(L,G,P,_,T,v),fill:null,clip:null,band:null,gaps:null,flags:no},N=W.stroke,[V,Y]=xf(n,s);if(a.fill!=null||V!=0){let k=W.fill=new Path2D(N),ct=a.fillTo(n,s,a.min,a.max,V),J=S(ct);_(k,D,J),_(k,B,J)}if(!a.spanGaps){let k=[];k.push(...yf(l,c,r,o,E,A,e)),W.gaps=k=a.gaps(n,s,r,o,k),W.clip=Ol(k,h.ori,p,y,m,g)}return Y!=0&&(W.band=Y==2?[_s(n,s,r,o,N,-1),_s(n,s,r,o,N,1)]:_s(n,s,r,o,N,Y)),W})}function _v(i){return gv(xv,i)}function xv(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let f=0;f<o-1;f++)h[f]=t[f+1]-t[f],u[f]=i[f+1]-i[f],c[f]=h[f]/u[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(u[f-1]+u[f])/((2*u[f]+u[f-1])/c[f-1]+(u[f]+2*u[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,i[f]+u[f]/3,t[f]+l[f]*u[f]/3,i[f+1]-u[f]/3,t[f+1]-l[f+1]*u[f]/3,i[f+1],t[f+1])}return a}var rf=new Set;function gm(){for(let i of rf)i.syncRect(!0)}io&&(gr(jx,jr,gm),gr(Qx,jr,gm,!0),gr(Pl,jr,()=>{un.pxRatio=De}));var yv=eg(),vv=Qm();function _m(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>of(r,o,t,e))}function Sv(i,t){return i.map((e,n)=>n==0?{}:_n({},t,e))}function of(i,t,e,n){return _n({},t==0?e:n,i)}function ng(i,t,e){return t==null?to:[t,e]}var Mv=ng;function bv(i,t,e){return t==null?to:Il(t,e,uf,!0)}function ig(i,t,e,n){return t==null?to:Nl(t,e,i.scales[n].log,!1)}var wv=ig;function sg(i,t,e,n){return t==null?to:hf(t,e,i.scales[n].log,!1)}var Ev=sg;function Tv(i,t,e,n,s){let r=$n($p(i),$p(t)),o=t-i,a=Ni(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?ks.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function xm(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=vn((e=+s)*De))+"px"),[i,t,e]}function Av(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Xe(t[2]*De,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function un(i,t,e){let n={mode:Pe(i.mode,1)},s=n.mode;function r(x,b,I,U){let H=b.valToPct(x);return U+I*(b.dir==-1?1-H:H)}function o(x,b,I,U){let H=b.valToPct(x);return U+I*(b.dir==-1?H:1-H)}function a(x,b,I,U){return b.ori==0?r(x,b,I,U):o(x,b,I,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=wi(Nx);if(i.id!=null&&(c.id=i.id),fi(c,i.class),i.title){let x=wi(Ox,c);x.textContent=i.title}let h=Di("canvas"),u=n.ctx=h.getContext("2d"),f=wi(Bx,c);gr("click",f,x=>{x.target===p&&(Je!=Wr||en!=Xr)&&Ln.click(n,x)},!0);let d=n.under=wi(zx,f);f.appendChild(h);let p=n.over=wi(kx,f);i=eo(i);let y=+Pe(i.pxAlign,1),m=pm(y);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let g=i.ms||.001,v=n.series=s==1?_m(i.series||[],am,fm,!1):Sv(i.series||[null],um),A=n.axes=_m(i.axes||[],om,cm,!0),S=n.scales={},P=n.bands=i.bands||[];P.forEach(x=>{x.fill=Te(x.fill||null),x.dir=Pe(x.dir,-1)});let T=s==2?v[1].facets[0].scale:v[0].scale,_={axes:ps,series:be},E=(i.drawOrder||["axes","series"]).map(x=>_[x]);function B(x){let b=x.distr==3?I=>gs(I>0?I:x.clamp(n,I,x.min,x.max,x.key)):x.distr==4?I=>qu(I,x.asinh):x.distr==100?I=>x.fwd(I):I=>I;return I=>{let U=b(I),{_min:H,_max:K}=x,lt=K-H;return(U-H)/lt}}function D(x){let b=S[x];if(b==null){let I=(i.scales||ra)[x]||ra;if(I.from!=null){D(I.from);let U=_n({},S[I.from],I,{key:x});U.valToPct=B(U),S[x]=U}else{b=S[x]=_n({},x==T?qm:cv,I),b.key=x;let U=b.time,H=b.range,K=zs(H);if((x!=T||s==2&&!U)&&(K&&(H[0]==null||H[1]==null)&&(H={min:H[0]==null?qp:{mode:1,hard:H[0],soft:H[0]},max:H[1]==null?qp:{mode:1,hard:H[1],soft:H[1]}},K=!1),!K&&Fl(H))){let lt=H;H=(mt,At,kt)=>At==null?to:Il(At,kt,lt)}b.range=Te(H||(U?Mv:x==T?b.distr==3?wv:b.distr==4?Ev:ng:b.distr==3?ig:b.distr==4?sg:bv)),b.auto=Te(K?!1:b.auto),b.clamp=Te(b.clamp||lv),b._min=b._max=null,b.valToPct=B(b)}}}D("x"),D("y"),s==1&&v.forEach(x=>{D(x.scale)}),A.forEach(x=>{D(x.scale)});for(let x in i.scales)D(x);let L=S[T],G=L.distr,W,N;L.ori==0?(fi(c,Ux),W=r,N=o):(fi(c,Fx),W=o,N=r);let V={};for(let x in S){let b=S[x];(b.min!=null||b.max!=null)&&(V[x]={min:b.min,max:b.max},b.min=b.max=null)}let Y=i.tzDate||(x=>new Date(vn(x/g))),k=i.fmtDate||pf,ct=g==1?Uy(Y):By(Y),J=im(Y,nm(g==1?Ny:Oy,k)),Q=rm(Y,sm(ky,k)),et=[],dt=n.legend=_n({},Hy,i.legend),ht=n.cursor=_n({},$y,{drag:{y:s==2}},i.cursor),tt=dt.show,_t=ht.show,yt=dt.markers;dt.idxs=et,yt.width=Te(yt.width),yt.dash=Te(yt.dash),yt.stroke=Te(yt.stroke),yt.fill=Te(yt.fill);let Lt,wt,Gt,ie=[],Jt=[],se,ne=!1,ot={};if(dt.live){let x=v[1]?v[1].values:null;ne=x!=null,se=ne?x(n,1,0):{_:0};for(let b in se)ot[b]=lf}if(tt)if(Lt=Di("table",qx,c),Gt=Di("tbody",null,Lt),dt.mount(n,Lt),ne){wt=Di("thead",null,Lt,Gt);let x=Di("tr",null,wt);Di("th",null,x);for(var vt in se)Di("th",Dp,x).textContent=vt}else fi(Lt,Zx),dt.live&&fi(Lt,Yx);let xt={show:!0},Bt={show:!1};function Dt(x,b){if(b==0&&(ne||!dt.live||s==2))return to;let I=[],U=Di("tr",$x,Gt,Gt.childNodes[b]);fi(U,x.class),x.show||fi(U,mr);let H=Di("th",null,U);if(yt.show){let mt=wi(Jx,H);if(b>0){let At=yt.width(n,b);At&&(mt.style.border=At+"px "+yt.dash(n,b)+" "+yt.stroke(n,b)),mt.style.background=yt.fill(n,b)}}let K=wi(Dp,H);x.label instanceof HTMLElement?K.appendChild(x.label):K.textContent=x.label,b>0&&(yt.show||(K.style.color=x.width>0?yt.stroke(n,b):yt.fill(n,b)),zt("click",H,mt=>{if(ht._lock)return;ae(mt);let At=v.indexOf(x);if((mt.ctrlKey||mt.metaKey)!=dt.isolate){let kt=v.some((Vt,Wt)=>Wt>0&&Wt!=At&&Vt.show);v.forEach((Vt,Wt)=>{Wt>0&&Yi(Wt,kt?Wt==At?xt:Bt:xt,!0,mn.setSeries)})}else Yi(At,{show:!x.show},!0,mn.setSeries)},!1),le&&zt(Op,H,mt=>{ht._lock||(ae(mt),Yi(v.indexOf(x),Yr,!0,mn.setSeries))},!1));for(var lt in se){let mt=Di("td",Kx,U);mt.textContent="--",I.push(mt)}return[U,I]}let ee=new Map;function zt(x,b,I,U=!0){let H=ee.get(b)||{},K=ht.bind[x](n,b,I,U);K&&(gr(x,b,H[x]=K),ee.set(b,H))}function ge(x,b,I){let U=ee.get(b)||{};for(let H in U)(x==null||H==x)&&(Qu(H,b,U[H]),delete U[H]);x==null&&ee.delete(b)}let de=0,xe=0,F=0,Mt=0,Xt=0,he=0,Et=Xt,Fe=he,Zt=F,Qt=Mt,C=0,M=0,q=0,ft=0;n.bbox={};let at=!1,bt=!1,Tt=!1,nt=!1,st=!1,gt=!1;function O(x,b,I){(I||x!=n.width||b!=n.height)&&rt(x,b),ye(!1),Tt=!0,bt=!0,On()}function rt(x,b){n.width=de=F=x,n.height=xe=Mt=b,Xt=he=0,Ct(),Kt();let I=n.bbox;C=I.left=dr(Xt*De,.5),M=I.top=dr(he*De,.5),q=I.width=dr(F*De,.5),ft=I.height=dr(Mt*De,.5)}let it=3;function Rt(){let x=!1,b=0;for(;!x;){b++;let I=Vr(b),U=qi(b);x=b==it||I&&U,x||(rt(n.width,n.height),bt=!0)}}function St({width:x,height:b}){O(x,b)}n.setSize=St;function Ct(){let x=!1,b=!1,I=!1,U=!1;A.forEach((H,K)=>{if(H.show&&H._show){let{side:lt,_size:mt}=H,At=lt%2,kt=H.label!=null?H.labelSize:0,Vt=mt+kt;Vt>0&&(At?(F-=Vt,lt==3?(Xt+=Vt,U=!0):I=!0):(Mt-=Vt,lt==0?(he+=Vt,x=!0):b=!0))}}),Wi[0]=x,Wi[1]=I,Wi[2]=b,Wi[3]=U,F-=Ri[1]+Ri[3],Xt+=Ri[3],Mt-=Ri[2]+Ri[0],he+=Ri[0]}function Kt(){let x=Xt+F,b=he+Mt,I=Xt,U=he;function H(K,lt){switch(K){case 1:return x+=lt,x-lt;case 2:return b+=lt,b-lt;case 3:return I-=lt,I+lt;case 0:return U-=lt,U+lt}}A.forEach((K,lt)=>{if(K.show&&K._show){let mt=K.side;K._pos=H(mt,K._size),K.label!=null&&(K._lpos=H(mt,K.labelSize))}})}if(ht.dataIdx==null){let x=ht.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let I=x.prox=Te(x.prox),U=x.bias??=0;ht.dataIdx=(H,K,lt,mt)=>{if(K==0)return lt;let At=lt,kt=I(H,K,lt,mt)??We,Vt=kt>=0&&kt<We,Wt=L.ori==0?F:Mt,me=ht.left,Le=t[0],Re=t[K];if(b.has(Re[lt])){At=null;let we=null,re=null,jt;if(U==0||U==-1)for(jt=lt;we==null&&jt-- >0;)b.has(Re[jt])||(we=jt);if(U==0||U==1)for(jt=lt;re==null&&jt++<Re.length;)b.has(Re[jt])||(re=jt);if(we!=null||re!=null)if(Vt){let je=we==null?-1/0:W(Le[we],L,Wt,0),an=re==null?1/0:W(Le[re],L,Wt,0),Rn=me-je,He=an-me;Rn<=He?Rn<=kt&&(At=we):He<=kt&&(At=re)}else At=re==null?we:we==null?re:lt-we<=re-lt?we:re}else Vt&&Sn(me-W(Le[lt],L,Wt,0))>kt&&(At=null);return At}}let ae=x=>{ht.event=x};ht.idxs=et,ht._lock=!1;let ut=ht.points;ut.show=Te(ut.show),ut.size=Te(ut.size),ut.stroke=Te(ut.stroke),ut.width=Te(ut.width),ut.fill=Te(ut.fill);let qt=n.focus=_n({},i.focus||{alpha:.3},ht.focus),le=qt.prox>=0,Nt=le&&ut.one,_e=[],$e=[],Hn=[];function Wo(x,b){let I=ut.show(n,b);if(I instanceof HTMLElement)return fi(I,Xx),fi(I,x.class),ji(I,-10,-10,F,Mt),p.insertBefore(I,_e[b]),I}function Br(x,b){if(s==1||b>0){let I=s==1&&S[x.scale].time,U=x.value;x.value=I?jp(U)?rm(Y,sm(U,k)):U||Q:U||rv,x.label=x.label||(I?Ky:Jy)}if(Nt||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||yv||cy,x.fillTo=Te(x.fillTo||hv),x.pxAlign=+Pe(x.pxAlign,y),x.pxRound=pm(x.pxAlign),x.stroke=Te(x.stroke||null),x.fill=Te(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let I=ov($n(1,x.width),1),U=x.points=_n({},{size:I,width:$n(1,I*.2),stroke:x.stroke,space:I*2,paths:vv,_stroke:null,_fill:null},x.points);U.show=Te(U.show),U.filter=Te(U.filter),U.fill=Te(U.fill),U.stroke=Te(U.stroke),U.paths=Te(U.paths),U.pxAlign=x.pxAlign}if(tt){let I=Dt(x,b);ie.splice(b,0,I[0]),Jt.splice(b,0,I[1]),dt.values.push(null)}if(_t){et.splice(b,0,null);let I=null;Nt?b==0&&(I=Wo(x,b)):b>0&&(I=Wo(x,b)),_e.splice(b,0,I),$e.splice(b,0,0),Hn.splice(b,0,0)}Cn("addSeries",b)}function Iu(x,b){b=b??v.length,x=s==1?of(x,b,am,fm):of(x,b,{},um),v.splice(b,0,x),Br(v[b],b)}n.addSeries=Iu;function vl(x){if(v.splice(x,1),tt){dt.values.splice(x,1),Jt.splice(x,1);let b=ie.splice(x,1)[0];ge(null,b.firstChild),b.remove()}_t&&(et.splice(x,1),_e.splice(x,1)[0].remove(),$e.splice(x,1),Hn.splice(x,1)),Cn("delSeries",x)}n.delSeries=vl;let Wi=[!1,!1,!1,!1];function us(x,b){if(x._show=x.show,x.show){let I=x.side%2,U=S[x.scale];U==null&&(x.scale=I?v[1].scale:T,U=S[x.scale]);let H=U.time;x.size=Te(x.size),x.space=Te(x.space),x.rotate=Te(x.rotate),zs(x.incrs)&&x.incrs.forEach(lt=>{!ks.has(lt)&&ks.set(lt,Am(lt))}),x.incrs=Te(x.incrs||(U.distr==2?Iy:H?g==1?Dy:Fy:pr)),x.splits=Te(x.splits||(H&&U.distr==1?ct:U.distr==3?ef:U.distr==4?tv:Qy)),x.stroke=Te(x.stroke),x.grid.stroke=Te(x.grid.stroke),x.ticks.stroke=Te(x.ticks.stroke),x.border.stroke=Te(x.border.stroke);let K=x.values;x.values=zs(K)&&!zs(K[0])?Te(K):H?zs(K)?im(Y,nm(K,k)):jp(K)?zy(Y,K):K||J:K||jy,x.filter=Te(x.filter||(U.distr>=3&&U.log==10?iv:U.distr==3&&U.log==2?sv:Em)),x.font=xm(x.font),x.labelFont=xm(x.labelFont),x._size=x.size(n,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Wi[b]=!0,x._el=wi(Vx,f))}}function fs(x,b,I,U){let[H,K,lt,mt]=I,At=b%2,kt=0;return At==0&&(mt||K)&&(kt=b==0&&!H||b==2&&!lt?vn(om.size/3):0),At==1&&(H||lt)&&(kt=b==1&&!K||b==3&&!mt?vn(cm.size/2):0),kt}let Xo=n.padding=(i.padding||[fs,fs,fs,fs]).map(x=>Te(Pe(x,fs))),Ri=n._padding=Xo.map((x,b)=>x(n,b,Wi,0)),rn,cn=null,hn=null,Xi=s==1?v[0].idxs:null,ai=null,Ds=!1;function qo(x,b){if(t=x??[],n.data=n._data=t,s==2){rn=0;for(let I=1;I<v.length;I++)rn+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),ai=t[0],rn=ai.length;let I=t;if(G==2){I=t.slice();let U=I[0]=Array(rn);for(let H=0;H<rn;H++)U[H]=H}n._data=t=I}if(ye(!0),Cn("setData"),G==2&&(Tt=!0),b!==!1){let I=L;I.auto(n,Ds)?Yo():Fs(T,I.min,I.max),nt=nt||ht.left>=0,gt=!0,On()}}n.setData=qo;function Yo(){Ds=!0;let x,b;s==1&&(rn>0?(cn=Xi[0]=0,hn=Xi[1]=rn-1,x=t[0][cn],b=t[0][hn],G==2?(x=cn,b=hn):x==b&&(G==3?[x,b]=Nl(x,x,L.log,!1):G==4?[x,b]=hf(x,x,L.log,!1):L.time?b=x+vn(86400/g):[x,b]=Il(x,b,uf,!0))):(cn=Xi[0]=x=null,hn=Xi[1]=b=null)),Fs(T,x,b)}let zr,Ns,kr,w,z,j,Z,$,Pt,Ft;function It(x,b,I,U,H,K){x??=Up,I??=df,U??="butt",H??=Up,K??="round",x!=zr&&(u.strokeStyle=zr=x),H!=Ns&&(u.fillStyle=Ns=H),b!=kr&&(u.lineWidth=kr=b),K!=z&&(u.lineJoin=z=K),U!=j&&(u.lineCap=j=U),I!=w&&u.setLineDash(w=I)}function Ot(x,b,I,U){b!=Ns&&(u.fillStyle=Ns=b),x!=Z&&(u.font=Z=x),I!=$&&(u.textAlign=$=I),U!=Pt&&(u.textBaseline=Pt=U)}function $t(x,b,I,U,H=0){if(U.length>0&&x.auto(n,Ds)&&(b==null||b.min==null)){let K=Pe(cn,0),lt=Pe(hn,U.length-1),mt=I.min==null?iy(U,K,lt,H,x.distr==3):[I.min,I.max];x.min=Ui(x.min,I.min=mt[0]),x.max=$n(x.max,I.max=mt[1])}}let ue={min:null,max:null};function Me(){for(let U in S){let H=S[U];V[U]==null&&(H.min==null||V[T]!=null&&H.auto(n,Ds))&&(V[U]=ue)}for(let U in S){let H=S[U];V[U]==null&&H.from!=null&&V[H.from]!=null&&(V[U]=ue)}V[T]!=null&&ye(!0);let x={};for(let U in V){let H=V[U];if(H!=null){let K=x[U]=eo(S[U],fy);if(H.min!=null)_n(K,H);else if(U!=T||s==2)if(rn==0&&K.from==null){let lt=K.range(n,null,null,U);K.min=lt[0],K.max=lt[1]}else K.min=We,K.max=-We}}if(rn>0){v.forEach((U,H)=>{if(s==1){let K=U.scale,lt=V[K];if(lt==null)return;let mt=x[K];if(H==0){let At=mt.range(n,mt.min,mt.max,K);mt.min=At[0],mt.max=At[1],cn=Ni(mt.min,t[0]),hn=Ni(mt.max,t[0]),hn-cn>1&&(t[0][cn]<mt.min&&cn++,t[0][hn]>mt.max&&hn--),U.min=ai[cn],U.max=ai[hn]}else U.show&&U.auto&&$t(mt,lt,U,t[H],U.sorted);U.idxs[0]=cn,U.idxs[1]=hn}else if(H>0&&U.show&&U.auto){let[K,lt]=U.facets,mt=K.scale,At=lt.scale,[kt,Vt]=t[H],Wt=x[mt],me=x[At];Wt!=null&&$t(Wt,V[mt],K,kt,K.sorted),me!=null&&$t(me,V[At],lt,Vt,lt.sorted),U.min=lt.min,U.max=lt.max}});for(let U in x){let H=x[U],K=V[U];if(H.from==null&&(K==null||K.min==null)){let lt=H.range(n,H.min==We?null:H.min,H.max==-We?null:H.max,U);H.min=lt[0],H.max=lt[1]}}}for(let U in x){let H=x[U];if(H.from!=null){let K=x[H.from];if(K.min==null)H.min=H.max=null;else{let lt=H.range(n,K.min,K.max,U);H.min=lt[0],H.max=lt[1]}}}let b={},I=!1;for(let U in x){let H=x[U],K=S[U];if(K.min!=H.min||K.max!=H.max){K.min=H.min,K.max=H.max;let lt=K.distr;K._min=lt==3?gs(K.min):lt==4?qu(K.min,K.asinh):lt==100?K.fwd(K.min):K.min,K._max=lt==3?gs(K.max):lt==4?qu(K.max,K.asinh):lt==100?K.fwd(K.max):K.max,b[U]=I=!0}}if(I){v.forEach((U,H)=>{s==2?H>0&&b.y&&(U._paths=null):b[U.scale]&&(U._paths=null)});for(let U in b)Tt=!0,Cn("setScale",U);_t&&ht.left>=0&&(nt=gt=!0)}for(let U in V)V[U]=null}function Yt(x){let b=tf(cn-1,0,rn-1),I=tf(hn+1,0,rn-1);for(;x[b]==null&&b>0;)b--;for(;x[I]==null&&I<rn-1;)I++;return[b,I]}function be(){if(rn>0){let x=v.some(b=>b._focus)&&Ft!=qt.alpha;x&&(u.globalAlpha=Ft=qt.alpha),v.forEach((b,I)=>{if(I>0&&b.show&&(nn(I,!1),nn(I,!0),b._paths==null)){let U=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha);let H=s==2?[0,t[I][0].length-1]:Yt(t[I]);b._paths=b.paths(n,I,H[0],H[1]),Ft!=U&&(u.globalAlpha=Ft=U)}}),v.forEach((b,I)=>{if(I>0&&b.show){let U=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha),b._paths!=null&&ke(I,!1);{let H=b._paths!=null?b._paths.gaps:null,K=b.points.show(n,I,cn,hn,H),lt=b.points.filter(n,I,K,H);(K||lt)&&(b.points._paths=b.points.paths(n,I,cn,hn,lt),ke(I,!0))}Ft!=U&&(u.globalAlpha=Ft=U),Cn("drawSeries",I)}}),x&&(u.globalAlpha=Ft=1)}}function nn(x,b){let I=b?v[x].points:v[x];I._stroke=I.stroke(n,x),I._fill=I.fill(n,x)}function ke(x,b){let I=b?v[x].points:v[x],{stroke:U,fill:H,clip:K,flags:lt,_stroke:mt=I._stroke,_fill:At=I._fill,_width:kt=I.width}=I._paths;kt=Xe(kt*De,3);let Vt=null,Wt=kt%2/2;b&&At==null&&(At=kt>0?"#fff":mt);let me=I.pxAlign==1&&Wt>0;if(me&&u.translate(Wt,Wt),!b){let Le=C-kt/2,Re=M-kt/2,we=q+kt,re=ft+kt;Vt=new Path2D,Vt.rect(Le,Re,we,re)}b?Ht(mt,kt,I.dash,I.cap,At,U,H,lt,K):Ve(x,mt,kt,I.dash,I.cap,At,U,H,lt,Vt,K),me&&u.translate(-Wt,-Wt)}function Ve(x,b,I,U,H,K,lt,mt,At,kt,Vt){let Wt=!1;At!=0&&P.forEach((me,Le)=>{if(me.series[0]==x){let Re=v[me.series[1]],we=t[me.series[1]],re=(Re._paths||ra).band;zs(re)&&(re=me.dir==1?re[0]:re[1]);let jt,je=null;Re.show&&re&&ry(we,cn,hn)?(je=me.fill(n,Le)||K,jt=Re._paths.clip):re=null,Ht(b,I,U,H,je,lt,mt,At,kt,Vt,jt,re),Wt=!0}}),Wt||Ht(b,I,U,H,K,lt,mt,At,kt,Vt)}let yn=no|sf;function Ht(x,b,I,U,H,K,lt,mt,At,kt,Vt,Wt){It(x,b,I,U,H),(At||kt||Wt)&&(u.save(),At&&u.clip(At),kt&&u.clip(kt)),Wt?(mt&yn)==yn?(u.clip(Wt),Vt&&u.clip(Vt),Ee(H,lt),fn(x,K,b)):mt&sf?(Ee(H,lt),u.clip(Wt),fn(x,K,b)):mt&no&&(u.save(),u.clip(Wt),Vt&&u.clip(Vt),Ee(H,lt),u.restore(),fn(x,K,b)):(Ee(H,lt),fn(x,K,b)),(At||kt||Wt)&&u.restore()}function fn(x,b,I){I>0&&(b instanceof Map?b.forEach((U,H)=>{u.strokeStyle=zr=H,u.stroke(U)}):b!=null&&x&&u.stroke(b))}function Ee(x,b){b instanceof Map?b.forEach((I,U)=>{u.fillStyle=Ns=U,u.fill(I)}):b!=null&&x&&u.fill(b)}function ds(x,b,I,U){let H=A[x],K;if(U<=0)K=[0,0];else{let lt=H._space=H.space(n,x,b,I,U),mt=H._incrs=H.incrs(n,x,b,I,U,lt);K=Tv(b,I,mt,U,lt)}return H._found=K}function dn(x,b,I,U,H,K,lt,mt,At,kt){let Vt=lt%2/2;y==1&&u.translate(Vt,Vt),It(mt,lt,At,kt,mt),u.beginPath();let Wt,me,Le,Re,we=H+(U==0||U==3?-K:K);I==0?(me=H,Re=we):(Wt=H,Le=we);for(let re=0;re<x.length;re++)b[re]!=null&&(I==0?Wt=Le=x[re]:me=Re=x[re],u.moveTo(Wt,me),u.lineTo(Le,Re));u.stroke(),y==1&&u.translate(-Vt,-Vt)}function Vr(x){let b=!0;return A.forEach((I,U)=>{if(!I.show)return;let H=S[I.scale];if(H.min==null){I._show&&(b=!1,I._show=!1,ye(!1));return}else I._show||(b=!1,I._show=!0,ye(!1));let K=I.side,lt=K%2,{min:mt,max:At}=H,[kt,Vt]=ds(U,mt,At,lt==0?F:Mt);if(Vt==0)return;let Wt=H.distr==2,me=I._splits=I.splits(n,U,mt,At,kt,Vt,Wt),Le=H.distr==2?me.map(jt=>ai[jt]):me,Re=H.distr==2?ai[me[1]]-ai[me[0]]:kt,we=I._values=I.values(n,I.filter(n,Le,U,Vt,Re),U,Vt,Re);I._rotate=K==2?I.rotate(n,we,U,Vt):0;let re=I._size;I._size=Ei(I.size(n,we,U,x)),re!=null&&I._size!=re&&(b=!1)}),b}function qi(x){let b=!0;return Xo.forEach((I,U)=>{let H=I(n,U,Wi,x);H!=Ri[U]&&(b=!1),Ri[U]=H}),b}function ps(){for(let x=0;x<A.length;x++){let b=A[x];if(!b.show||!b._show)continue;let I=b.side,U=I%2,H,K,lt=b.stroke(n,x),mt=I==0||I==3?-1:1,[At,kt]=b._found;if(b.label!=null){let qn=b.labelGap*mt,hi=vn((b._lpos+qn)*De);Ot(b.labelFont[0],lt,"center",I==2?"top":Np),u.save(),U==1?(H=K=0,u.translate(hi,vn(M+ft/2)),u.rotate((I==3?-Rl:Rl)/2)):(H=vn(C+q/2),K=hi);let hr=bm(b.label)?b.label(n,x,At,kt):b.label;u.fillText(hr,H,K),u.restore()}if(kt==0)continue;let Vt=S[b.scale],Wt=U==0?q:ft,me=U==0?C:M,Le=b._splits,Re=Vt.distr==2?Le.map(qn=>ai[qn]):Le,we=Vt.distr==2?ai[Le[1]]-ai[Le[0]]:At,re=b.ticks,jt=b.border,je=re.show?re.size:0,an=vn(je*De),Rn=vn((b.alignTo==2?b._size-je-b.gap:b.gap)*De),He=b._rotate*-Rl/180,ln=m(b._pos*De),li=(an+Rn)*mt,Xn=ln+li;K=U==0?Xn:0,H=U==1?Xn:0;let Mi=b.font[0],Pi=b.align==1?Jr:b.align==2?Hu:He>0?Jr:He<0?Hu:U==0?"center":I==3?Hu:Jr,$i=He||U==1?"middle":I==2?"top":Np;Ot(Mi,lt,Pi,$i);let ci=b.font[1]*b.lineGap,bi=Le.map(qn=>m(a(qn,Vt,Wt,me))),Ii=b._values;for(let qn=0;qn<Ii.length;qn++){let hi=Ii[qn];if(hi!=null){U==0?H=bi[qn]:K=bi[qn],hi=""+hi;let hr=hi.indexOf(`
`)==-1?[hi]:hi.split(/\n/gm);for(let Yn=0;Yn<hr.length;Yn++){let Cp=hr[Yn];He?(u.save(),u.translate(H,K+Yn*ci),u.rotate(He),u.fillText(Cp,0,0),u.restore()):u.fillText(Cp,H,K+Yn*ci)}}}re.show&&dn(bi,re.filter(n,Re,x,kt,we),U,I,ln,an,Xe(re.width*De,3),re.stroke(n,x),re.dash,re.cap);let Ji=b.grid;Ji.show&&dn(bi,Ji.filter(n,Re,x,kt,we),U,U==0?2:1,U==0?M:C,U==0?ft:q,Xe(Ji.width*De,3),Ji.stroke(n,x),Ji.dash,Ji.cap),jt.show&&dn([ln],[1],U==0?1:0,U==0?1:2,U==1?M:C,U==1?ft:q,Xe(jt.width*De,3),jt.stroke(n,x),jt.dash,jt.cap)}Cn("drawAxes")}function ye(x){v.forEach((b,I)=>{I>0&&(b._paths=null,x&&(s==1?(b.min=null,b.max=null):b.facets.forEach(U=>{U.min=null,U.max=null})))})}let on=!1,Wn=!1,Ge=[];function pn(){Wn=!1;for(let x=0;x<Ge.length;x++)Cn(...Ge[x]);Ge.length=0}function On(){on||(yy(hp),on=!0)}function Sl(x,b=!1){on=!0,Wn=b,x(n),hp(),b&&Ge.length>0&&queueMicrotask(pn)}n.batch=Sl;function hp(){if(at&&(Me(),at=!1),Tt&&(Rt(),Tt=!1),bt){if(Qe(d,Jr,Xt),Qe(d,"top",he),Qe(d,ea,F),Qe(d,na,Mt),Qe(p,Jr,Xt),Qe(p,"top",he),Qe(p,ea,F),Qe(p,na,Mt),Qe(f,ea,de),Qe(f,na,xe),h.width=vn(de*De),h.height=vn(xe*De),A.forEach(({_el:x,_show:b,_size:I,_pos:U,side:H})=>{if(x!=null)if(b){let K=H===3||H===0?I:0,lt=H%2==1;Qe(x,lt?"left":"top",U-K),Qe(x,lt?"width":"height",I),Qe(x,lt?"top":"left",lt?he:Xt),Qe(x,lt?"height":"width",lt?Mt:F),ju(x,mr)}else fi(x,mr)}),zr=Ns=kr=z=j=Z=$=Pt=w=null,Ft=1,Jo(!0),Xt!=Et||he!=Fe||F!=Zt||Mt!=Qt){ye(!1);let x=F/Zt,b=Mt/Qt;if(_t&&!nt&&ht.left>=0){ht.left*=x,ht.top*=b,Gr&&ji(Gr,vn(ht.left),0,F,Mt),Hr&&ji(Hr,0,vn(ht.top),F,Mt);for(let I=0;I<_e.length;I++){let U=_e[I];U!=null&&($e[I]*=x,Hn[I]*=b,ji(U,Ei($e[I]),Ei(Hn[I]),F,Mt))}}if(Ke.show&&!st&&Ke.left>=0&&Ke.width>0){Ke.left*=x,Ke.width*=x,Ke.top*=b,Ke.height*=b;for(let I in Ou)Qe(qr,I,Ke[I])}Et=Xt,Fe=he,Zt=F,Qt=Mt}Cn("setSize"),bt=!1}de>0&&xe>0&&(u.clearRect(0,0,h.width,h.height),Cn("drawClear"),E.forEach(x=>x()),Cn("draw")),Ke.show&&st&&(Ml(Ke),st=!1),_t&&nt&&(cr(null,!0,!1),nt=!1),dt.show&&dt.live&&gt&&(Uu(),gt=!1),l||(l=!0,n.status=1,Cn("ready")),Ds=!1,on=!1}n.redraw=(x,b)=>{Tt=b||!1,x!==!1?Fs(T,L.min,L.max):On()};function Lu(x,b){let I=S[x];if(I.from==null){if(rn==0){let U=I.range(n,b.min,b.max,x);b.min=U[0],b.max=U[1]}if(b.min>b.max){let U=b.min;b.min=b.max,b.max=U}if(rn>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==T&&I.distr==2&&rn>0&&(b.min=Ni(b.min,t[0]),b.max=Ni(b.max,t[0]),b.min==b.max&&b.max++),V[x]=b,at=!0,On()}}n.setScale=Lu;let Du,Nu,Gr,Hr,up,fp,Wr,Xr,dp,pp,Je,en,Us=!1,Ln=ht.drag,Tn=Ln.x,An=Ln.y;_t&&(ht.x&&(Du=wi(Hx,p)),ht.y&&(Nu=wi(Wx,p)),L.ori==0?(Gr=Du,Hr=Nu):(Gr=Nu,Hr=Du),Je=ht.left,en=ht.top);let Ke=n.select=_n({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),qr=Ke.show?wi(Gx,Ke.over?p:d):null;function Ml(x,b){if(Ke.show){for(let I in x)Ke[I]=x[I],I in Ou&&Qe(qr,I,x[I]);b!==!1&&Cn("setSelect")}}n.setSelect=Ml;function gx(x){if(v[x].show)tt&&ju(ie[x],mr);else if(tt&&fi(ie[x],mr),_t){let I=Nt?_e[0]:_e[x];I!=null&&ji(I,-10,-10,F,Mt)}}function Fs(x,b,I){Lu(x,{min:b,max:I})}function Yi(x,b,I,U){b.focus!=null&&Sx(x),b.show!=null&&v.forEach((H,K)=>{K>0&&(x==K||x==null)&&(H.show=b.show,gx(K),s==2?(Fs(H.facets[0].scale,null,null),Fs(H.facets[1].scale,null,null)):Fs(H.scale,null,null),On())}),I!==!1&&Cn("setSeries",x,b),U&&Ko("setSeries",n,x,b)}n.setSeries=Yi;function _x(x,b){_n(P[x],b)}function xx(x,b){x.fill=Te(x.fill||null),x.dir=Pe(x.dir,-1),b=b??P.length,P.splice(b,0,x)}function yx(x){x==null?P.length=0:P.splice(x,1)}n.addBand=xx,n.setBand=_x,n.delBand=yx;function vx(x,b){v[x].alpha=b,_t&&_e[x]!=null&&(_e[x].style.opacity=b),tt&&ie[x]&&(ie[x].style.opacity=b)}let ms,Os,lr,Yr={focus:!0};function Sx(x){if(x!=lr){let b=x==null,I=qt.alpha!=1;v.forEach((U,H)=>{if(s==1||H>0){let K=b||H==0||H==x;U._focus=b?null:K,I&&vx(H,K?1:qt.alpha)}}),lr=x,I&&On()}}tt&&le&&zt(Bp,Lt,x=>{ht._lock||(ae(x),lr!=null&&Yi(null,Yr,!0,mn.setSeries))});function Zi(x,b,I){let U=S[b];I&&(x=x/De-(U.ori==1?he:Xt));let H=F;U.ori==1&&(H=Mt,x=H-x),U.dir==-1&&(x=H-x);let K=U._min,lt=U._max,mt=x/H,At=K+(lt-K)*mt,kt=U.distr;return kt==3?Qr(10,At):kt==4?ay(At,U.asinh):kt==100?U.bwd(At):At}function Mx(x,b){let I=Zi(x,T,b);return Ni(I,t[0],cn,hn)}n.valToIdx=x=>Ni(x,t[0]),n.posToIdx=Mx,n.posToVal=Zi,n.valToPos=(x,b,I)=>S[b].ori==0?r(x,S[b],I?q:F,I?C:0):o(x,S[b],I?ft:Mt,I?M:0),n.setCursor=(x,b,I)=>{Je=x.left,en=x.top,cr(null,b,I)};function mp(x,b){Qe(qr,Jr,Ke.left=x),Qe(qr,ea,Ke.width=b)}function gp(x,b){Qe(qr,"top",Ke.top=x),Qe(qr,na,Ke.height=b)}let Zo=L.ori==0?mp:gp,$o=L.ori==1?mp:gp;function bx(){if(tt&&dt.live)for(let x=s==2?1:0;x<v.length;x++){if(x==0&&ne)continue;let b=dt.values[x],I=0;for(let U in b)Jt[x][I++].firstChild.nodeValue=b[U]}}function Uu(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((I,U)=>{et[U]=I}):uy(x.idx)||et.fill(x.idx),dt.idx=et[0]),tt&&dt.live){for(let I=0;I<v.length;I++)(I>0||s==1&&!ne)&&wx(I,et[I]);bx()}gt=!1,b!==!1&&Cn("setLegend")}n.setLegend=Uu;function wx(x,b){let I=v[x],U=x==0&&G==2?ai:t[x],H;ne?H=I.values(n,x,b)??ot:(H=I.value(n,b==null?null:U[b],x,b),H=H==null?ot:{_:H}),dt.values[x]=H}function cr(x,b,I){dp=Je,pp=en,[Je,en]=ht.move(n,Je,en),ht.left=Je,ht.top=en,_t&&(Gr&&ji(Gr,vn(Je),0,F,Mt),Hr&&ji(Hr,0,vn(en),F,Mt));let U,H=cn>hn;ms=We,Os=null;let K=L.ori==0?F:Mt,lt=L.ori==1?F:Mt;if(Je<0||rn==0||H){U=ht.idx=null;for(let mt=0;mt<v.length;mt++){let At=_e[mt];At!=null&&ji(At,-10,-10,F,Mt)}le&&Yi(null,Yr,!0,x==null&&mn.setSeries),dt.live&&(et.fill(U),gt=!0)}else{let mt,At,kt;s==1&&(mt=L.ori==0?Je:en,At=Zi(mt,T),U=ht.idx=Ni(At,t[0],cn,hn),kt=W(t[0][U],L,K,0));let Vt=-10,Wt=-10,me=0,Le=0,Re=!0,we="",re="";for(let jt=s==2?1:0;jt<v.length;jt++){let je=v[jt],an=et[jt],Rn=an==null?null:s==1?t[jt][an]:t[jt][1][an],He=ht.dataIdx(n,jt,U,At),ln=He==null?null:s==1?t[jt][He]:t[jt][1][He];if(gt=gt||ln!=Rn||He!=an,et[jt]=He,jt>0&&je.show){let li=He==null?-10:He==U?kt:W(s==1?t[0][He]:t[jt][0][He],L,K,0),Xn=ln==null?-10:N(ln,s==1?S[je.scale]:S[je.facets[1].scale],lt,0);if(le&&ln!=null){let Mi=L.ori==1?Je:en,Pi=Sn(qt.dist(n,jt,He,Xn,Mi));if(Pi<ms){let $i=qt.bias;if($i!=0){let ci=Zi(Mi,je.scale),bi=ln>=0?1:-1,Ii=ci>=0?1:-1;Ii==bi&&(Ii==1?$i==1?ln>=ci:ln<=ci:$i==1?ln<=ci:ln>=ci)&&(ms=Pi,Os=jt)}else ms=Pi,Os=jt}}if(gt||Nt){let Mi,Pi;L.ori==0?(Mi=li,Pi=Xn):(Mi=Xn,Pi=li);let $i,ci,bi,Ii,Ji,qn,hi=!0,hr=ut.bbox;if(hr!=null){hi=!1;let Yn=hr(n,jt);bi=Yn.left,Ii=Yn.top,$i=Yn.width,ci=Yn.height}else bi=Mi,Ii=Pi,$i=ci=ut.size(n,jt);if(qn=ut.fill(n,jt),Ji=ut.stroke(n,jt),Nt)jt==Os&&ms<=qt.prox&&(Vt=bi,Wt=Ii,me=$i,Le=ci,Re=hi,we=qn,re=Ji);else{let Yn=_e[jt];Yn!=null&&($e[jt]=bi,Hn[jt]=Ii,Xp(Yn,$i,ci,hi),Hp(Yn,qn,Ji),ji(Yn,Ei(bi),Ei(Ii),F,Mt))}}}}if(Nt){let jt=qt.prox,je=lr==null?ms<=jt:ms>jt||Os!=lr;if(gt||je){let an=_e[0];an!=null&&($e[0]=Vt,Hn[0]=Wt,Xp(an,me,Le,Re),Hp(an,we,re),ji(an,Ei(Vt),Ei(Wt),F,Mt))}}}if(Ke.show&&Us)if(x!=null){let[mt,At]=mn.scales,[kt,Vt]=mn.match,[Wt,me]=x.cursor.sync.scales,Le=x.cursor.drag;if(Tn=Le._x,An=Le._y,Tn||An){let{left:Re,top:we,width:re,height:jt}=x.select,je=x.scales[Wt].ori,an=x.posToVal,Rn,He,ln,li,Xn,Mi=mt!=null&&kt(mt,Wt),Pi=At!=null&&Vt(At,me);Mi&&Tn?(je==0?(Rn=Re,He=re):(Rn=we,He=jt),ln=S[mt],li=W(an(Rn,Wt),ln,K,0),Xn=W(an(Rn+He,Wt),ln,K,0),Zo(Ui(li,Xn),Sn(Xn-li))):Zo(0,K),Pi&&An?(je==1?(Rn=Re,He=re):(Rn=we,He=jt),ln=S[At],li=N(an(Rn,me),ln,lt,0),Xn=N(an(Rn+He,me),ln,lt,0),$o(Ui(li,Xn),Sn(Xn-li))):$o(0,lt)}else Bu()}else{let mt=Sn(dp-up),At=Sn(pp-fp);if(L.ori==1){let me=mt;mt=At,At=me}Tn=Ln.x&&mt>=Ln.dist,An=Ln.y&&At>=Ln.dist;let kt=Ln.uni;kt!=null?Tn&&An&&(Tn=mt>=kt,An=At>=kt,!Tn&&!An&&(At>mt?An=!0:Tn=!0)):Ln.x&&Ln.y&&(Tn||An)&&(Tn=An=!0);let Vt,Wt;Tn&&(L.ori==0?(Vt=Wr,Wt=Je):(Vt=Xr,Wt=en),Zo(Ui(Vt,Wt),Sn(Wt-Vt)),An||$o(0,lt)),An&&(L.ori==1?(Vt=Wr,Wt=Je):(Vt=Xr,Wt=en),$o(Ui(Vt,Wt),Sn(Wt-Vt)),Tn||Zo(0,K)),!Tn&&!An&&(Zo(0,0),$o(0,0))}if(Ln._x=Tn,Ln._y=An,x==null){if(I){if(Ap!=null){let[mt,At]=mn.scales;mn.values[0]=mt!=null?Zi(L.ori==0?Je:en,mt):null,mn.values[1]=At!=null?Zi(L.ori==1?Je:en,At):null}Ko(Wu,n,Je,en,F,Mt,U)}if(le){let mt=I&&mn.setSeries,At=qt.prox;lr==null?ms<=At&&Yi(Os,Yr,!0,mt):ms>At?Yi(null,Yr,!0,mt):Os!=lr&&Yi(Os,Yr,!0,mt)}}gt&&(dt.idx=U,Uu()),b!==!1&&Cn("setCursor")}let Bs=null;Object.defineProperty(n,"rect",{get(){return Bs==null&&Jo(!1),Bs}});function Jo(x=!1){x?Bs=null:(Bs=p.getBoundingClientRect(),Cn("syncRect",Bs))}function _p(x,b,I,U,H,K,lt){ht._lock||Us&&x!=null&&x.movementX==0&&x.movementY==0||(Fu(x,b,I,U,H,K,lt,!1,x!=null),x!=null?cr(null,!0,!0):cr(b,!0,!1))}function Fu(x,b,I,U,H,K,lt,mt,At){if(Bs==null&&Jo(!1),ae(x),x!=null)I=x.clientX-Bs.left,U=x.clientY-Bs.top;else{if(I<0||U<0){Je=-10,en=-10;return}let[kt,Vt]=mn.scales,Wt=b.cursor.sync,[me,Le]=Wt.values,[Re,we]=Wt.scales,[re,jt]=mn.match,je=b.axes[0].side%2==1,an=L.ori==0?F:Mt,Rn=L.ori==1?F:Mt,He=je?K:H,ln=je?H:K,li=je?U:I,Xn=je?I:U;if(Re!=null?I=re(kt,Re)?a(me,S[kt],an,0):-10:I=an*(li/He),we!=null?U=jt(Vt,we)?a(Le,S[Vt],Rn,0):-10:U=Rn*(Xn/ln),L.ori==1){let Mi=I;I=U,U=Mi}}At&&(b==null||b.cursor.event.type==Wu)&&((I<=1||I>=F-1)&&(I=dr(I,F)),(U<=1||U>=Mt-1)&&(U=dr(U,Mt))),mt?(up=I,fp=U,[Wr,Xr]=ht.move(n,I,U)):(Je=I,en=U)}let Ou={width:0,height:0,left:0,top:0};function Bu(){Ml(Ou,!1)}let xp,yp,vp,Sp;function Mp(x,b,I,U,H,K,lt){Us=!0,Tn=An=Ln._x=Ln._y=!1,Fu(x,b,I,U,H,K,lt,!0,!1),x!=null&&(zt(Xu,Ju,bp,!1),Ko(Fp,n,Wr,Xr,F,Mt,null));let{left:mt,top:At,width:kt,height:Vt}=Ke;xp=mt,yp=At,vp=kt,Sp=Vt}function bp(x,b,I,U,H,K,lt){Us=Ln._x=Ln._y=!1,Fu(x,b,I,U,H,K,lt,!1,!0);let{left:mt,top:At,width:kt,height:Vt}=Ke,Wt=kt>0||Vt>0,me=xp!=mt||yp!=At||vp!=kt||Sp!=Vt;if(Wt&&me&&Ml(Ke),Ln.setScale&&Wt&&me){let Le=mt,Re=kt,we=At,re=Vt;if(L.ori==1&&(Le=At,Re=Vt,we=mt,re=kt),Tn&&Fs(T,Zi(Le,T),Zi(Le+Re,T)),An)for(let jt in S){let je=S[jt];jt!=T&&je.from==null&&je.min!=We&&Fs(jt,Zi(we+re,jt),Zi(we,jt))}Bu()}else ht.lock&&(ht._lock=!ht._lock,cr(b,!0,x!=null));x!=null&&(ge(Xu,Ju),Ko(Xu,n,Je,en,F,Mt,null))}function Ex(x,b,I,U,H,K,lt){if(ht._lock)return;ae(x);let mt=Us;if(Us){let At=!0,kt=!0,Vt=10,Wt,me;L.ori==0?(Wt=Tn,me=An):(Wt=An,me=Tn),Wt&&me&&(At=Je<=Vt||Je>=F-Vt,kt=en<=Vt||en>=Mt-Vt),Wt&&At&&(Je=Je<Wr?0:F),me&&kt&&(en=en<Xr?0:Mt),cr(null,!0,!0),Us=!1}Je=-10,en=-10,et.fill(null),cr(null,!0,!0),mt&&(Us=mt)}function wp(x,b,I,U,H,K,lt){ht._lock||(ae(x),Yo(),Bu(),x!=null&&Ko(zp,n,Je,en,F,Mt,null))}function Ep(){A.forEach(Av),O(n.width,n.height,!0)}gr(Pl,jr,Ep);let Zr={};Zr.mousedown=Mp,Zr.mousemove=_p,Zr.mouseup=bp,Zr.dblclick=wp,Zr.setSeries=(x,b,I,U)=>{let H=mn.match[2];I=H(n,b,I),I!=-1&&Yi(I,U,!0,!1)},_t&&(zt(Fp,p,Mp),zt(Wu,p,_p),zt(Op,p,x=>{ae(x),Jo(!1)}),zt(Bp,p,Ex),zt(zp,p,wp),rf.add(n),n.syncRect=Jo);let bl=n.hooks=i.hooks||{};function Cn(x,b,I){Wn?Ge.push([x,b,I]):x in bl&&bl[x].forEach(U=>{U.call(null,n,b,I)})}(i.plugins||[]).forEach(x=>{for(let b in x.hooks)bl[b]=(bl[b]||[]).concat(x.hooks[b])});let Tp=(x,b,I)=>I,mn=_n({key:null,setSeries:!1,filters:{pub:Jp,sub:Jp},scales:[T,v[1]?v[1].scale:null],match:[Kp,Kp,Tp],values:[null,null]},ht.sync);mn.match.length==2&&mn.match.push(Tp),ht.sync=mn;let Ap=mn.key,zu=Ym(Ap);function Ko(x,b,I,U,H,K,lt){mn.filters.pub(x,b,I,U,H,K,lt)&&zu.pub(x,b,I,U,H,K,lt)}zu.sub(n);function Tx(x,b,I,U,H,K,lt){mn.filters.sub(x,b,I,U,H,K,lt)&&Zr[x](null,b,I,U,H,K,lt)}n.pub=Tx;function Ax(){zu.unsub(n),rf.delete(n),ee.clear(),Qu(Pl,jr,Ep),c.remove(),Lt?.remove(),Cn("destroy")}n.destroy=Ax;function ku(){Cn("init",i,t),qo(t||i.data,!1),V[T]?Lu(T,V[T]):Yo(),st=Ke.show&&(Ke.width>0||Ke.height>0),nt=gt=!0,O(i.width,i.height)}return v.forEach(Br),A.forEach(us),e?e instanceof HTMLElement?(e.appendChild(c),ku()):e(n,ku):ku(),n}un.assign=_n;un.fmtNum=ff;un.rangeNum=Il;un.rangeLog=Nl;un.rangeAsinh=hf;un.orient=xr;un.pxRatio=De;un.join=xy;un.fmtDate=pf,un.tzDate=Ry;un.sync=Ym;{un.addGap=uv,un.clipGaps=Ol;let i=un.paths={points:Qm};i.linear=eg,i.stepped=pv,i.bars=mv,i.spline=_v}var Sf={light:["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9"],dark:["#56b4e9","#e69f00","#009e73","#cc79a7","#f0e442","#d55e00"]},rg=["#440154","#472d7b","#3b528b","#2c728e","#21918c","#28ae80","#5ec962","#addc30","#fde725"],Vl=rg.map(i=>[1,3,5].map(t=>parseInt(i.slice(t,t+2),16))),aa=Sf.light.length;function og(i,t){if(i<=aa)return Sf[t].slice(0,i);let[e,n]=t==="dark"?[.2,1]:[0,.88];return Array.from({length:i},(s,r)=>Cv(Mf(e+(n-e)*r/(i-1))))}function oo(i,t){return Sf[t][i%aa]}function Mf(i){let t=Math.min(Math.max(i||0,0),1)*(Vl.length-1),e=Math.min(Math.floor(t),Vl.length-2);return Vl[e].map((n,s)=>n+(t-e)*(Vl[e+1][s]-n))}function Cv(i){return`rgb(${i.map(Math.round).join(" ")})`}var ag={light:["#ffd25a","#fb9a29","#e2521b","#a81529","#52061f"],dark:["#9c2337","#d23c2c","#f0752c","#fdb64c","#fff3b0"]},Rv=Object.fromEntries(Object.entries(ag).map(([i,t])=>[i,t.map(e=>[1,3,5].map(n=>parseInt(e.slice(n,n+2),16)))]));function Gl(i,t){let e=Rv[t],n=Math.min(Math.max(i||0,0),1)*(e.length-1),s=Math.min(Math.floor(n),e.length-2);return e[s].map((r,o)=>r+(n-s)*(e[s+1][o]-r))}function Hl(i){return`linear-gradient(to right, ${ag[i].join(", ")})`}function lg(){return`linear-gradient(to right, ${rg.join(", ")})`}var Pv=.95,Iv=5e-5,Lv=1e-9;function bf(i,t){let e=new Map;return i.forEach((n,s)=>{for(let r of n.charts.filter(o=>o.group===t)){e.has(r.name)||e.set(r.name,{...r,curves:[],parts:[]});let o=e.get(r.name);for(let a of r.curves)o.curves.includes(a)||o.curves.push(a);o.parts.push({iRun:s,times:r.times.curve(0),values:r.values,curves:r.curves}),o.reference??=r.reference}}),[...e.values()]}function cg(i){let t=[],e=i.parts.map(({iRun:s,times:r,values:o,curves:a})=>{let l=[r];return a.forEach((c,h)=>{t.push({iRun:s,iCurve:i.curves.indexOf(c),times:r,values:o.curve(h)}),l.push(Dv(o.curve(h)))}),l});return{data:e.every(s=>Nv(s[0],e[0][0]))?[e[0][0],...e.flatMap(s=>s.slice(1))]:un.join(e.map(s=>s.map(r=>Array.from(r)))),columns:t}}function hg(i,t){return fr(i.times,i.values,t)}function ug(i){let t=i.flatMap(({values:e})=>Array.from({length:e.nCurves},(n,s)=>Ki(e.curve(s).map(Math.abs),Pv)||0));return Math.max(Lv,Iv*Math.max(0,...t),1.001*Math.max(0,...i.map(({values:e})=>e.error)))}function Dv(i){return i.some(Number.isNaN)?Array.from(i,t=>Number.isNaN(t)?null:t):i}function Nv(i,t){return i===t||i.length===t.length&&i.every((e,n)=>e===t[n])}var Wl=class{#t=[];constructor(t,e,n){this.visible=t.map(()=>!0),this.#t=t.map(({name:o,colour:a,dash:l},c)=>{let h=X("span",{class:"value"}),u=X("span",{class:"swatch",data:{dash:l??0}});return u.style.setProperty("--colour",a),{chip:X("button",{type:"button",class:"chip","aria-pressed":"true",title:`${o}: click to hide or show, double click to show only this one`,on:{click:()=>n.toggle(c),dblclick:()=>n.only(c),pointerenter:()=>n.focus(c),pointerleave:()=>n.focus(null)}},u,X("span",{class:"name"},o),h),swatch:u,value:h}});let s=t.length>12,r=(o,a,l)=>X("button",{type:"button",class:"chip plain",title:a,on:{click:l}},o);this.node=X("div",{class:s?"legend many":"legend",role:"group","aria-label":`Curves${e?` [${gn(e)}]`:""}`},this.#t.map(({chip:o})=>o),s?[r("all","Show all curves",n.all),r("a few","Show a few curves, spread evenly",n.few)]:null)}setVisible(t){this.visible=t,this.#t.forEach(({chip:e},n)=>e.setAttribute("aria-pressed",t[n]))}setColours(t){this.#t.forEach(({swatch:e},n)=>e.style.setProperty("--colour",t[n]))}setValues(t){this.#t.forEach(({value:e},n)=>{e.textContent=t[n].map(s=>qe(s,3)).join(" | ")})}mark(t){this.#t.forEach(({chip:e},n)=>e.classList.toggle("marked",n===t))}};var Uv=8,fg=.95,Fv=.06;function dg(i,[t,e],n,s){let[r,o]=[1/0,-1/0],a=[];for(let h of i)for(let u=t;u<=e;u++){let f=h[u];f==null||Number.isNaN(f)||(f<r&&(r=f),f>o&&(o=f),a.push(f))}if(r>o)return{low:-1,high:1,cut:null};let l=null;if(!s&&a.length>40){let[h,u]=[Ki(a,1-fg),Ki(a,fg)],f=u-h;f>0&&o-r>Uv*f&&(l=Math.max(Math.abs(r),Math.abs(o)),r=Math.max(r,h-.6*f),o=Math.min(o,u+.6*f))}if(n!==null&&(r<-n/2&&(r=Math.min(r,-n)),o=Math.max(o,n)),o-r<1e-12*Math.max(Math.abs(r),Math.abs(o),1e-300)){let h=Math.abs(o)>0?.5*Math.abs(o):1;return{low:r-h,high:o+h,cut:l}}let c=Fv*(o-r);return{low:r-c,high:o+c,cut:l}}var pg=6;function Xl(i,t,e){let{over:n}=i,s=X("div",{class:"selection",hidden:!0});n.append(s);let r=null,o=!1,a=h=>{let u=n.getBoundingClientRect();return Math.min(Math.max(h.clientX-u.left,0),u.width)},l=h=>{s.style.left=`${Math.min(r,h)}px`,s.style.width=`${Math.abs(h-r)}px`,s.hidden=Math.abs(h-r)<pg};n.addEventListener("pointerdown",h=>{h.button===0&&(o=!0,n.setPointerCapture(h.pointerId),r=e.zooming||h.shiftKey?a(h):null,r===null&&t.seek(i.posToVal(a(h),"x")),h.preventDefault())}),n.addEventListener("pointermove",h=>{o&&(r===null?t.seek(i.posToVal(a(h),"x")):l(a(h)))});let c=h=>{if(!o||(o=!1,s.hidden=!0,r===null||h.type==="pointercancel"))return;let u=a(h);Math.abs(u-r)<pg?t.seek(i.posToVal(u,"x")):e.show(...[r,u].map(f=>i.posToVal(f,"x")).sort((f,d)=>f-d)),r=null};n.addEventListener("pointerup",c),n.addEventListener("pointercancel",c),n.addEventListener("dblclick",()=>e.reset()),n.addEventListener("pointerleave",()=>e.setHover(null))}var mg=190,wf=[[],[7,4],[2,3],[9,3,2,3]],gg="11px system-ui, sans-serif",Ov=12,Bv=24;function _g(i,t){return t<=Ov||Array.from({length:5},(e,n)=>Math.round(n*(t-1)/4)).includes(i)}var la=class{#t=null;#e=!0;#n=0;#i=null;constructor(t,{runs:e,chosen:n,player:s,window:r,theme:o}){Object.assign(this,{chart:t,runs:e,chosen:n,player:s,window:r,theme:o});let{data:a,columns:l}=cg(t);this.data=a,this.columns=l,this.negligible=ug(t.parts),this.byRun=e.length>1&&t.curves.length===1,this.visible=t.curves.map((c,h)=>_g(h,t.curves.length)),this.showReference=t.reference!==null,this.whole=!1,this.node=this.#s(),new ResizeObserver(()=>this.#m()).observe(this.holder),new IntersectionObserver(c=>{this.#e=c.at(-1).isIntersecting,this.#e&&this.follow(!0)}).observe(this.node)}follow(t=!1){if(!this.#t||!this.#e)return;let{from:e,to:n}=this.window,{time:s}=this.player,r=s>=e&&s<=n;this.line.hidden=!r,r&&(this.line.style.transform=`translateX(${this.#t.valToPos(s,"x")}px)`);let o=performance.now();if(!t&&this.player.playing&&o-this.#n<90)return;this.#n=o;let a=this.window.hover??s;this.legend.setValues(this.#r().map((l,c)=>this.#o(c,a)))}redraw(){this.#t&&(this.legend.setColours(this.#r().map(({colour:t})=>t)),this.#t.batch(()=>{this.columns.forEach((t,e)=>{let n=this.visible[t.iCurve]&&this.chosen.visible[t.iRun];this.#t.series[e+1].show!==n&&this.#t.setSeries(e+1,{show:n})}),this.#t.setScale("x",{min:this.window.from,max:this.window.to})}),this.#t.redraw(!1,!0),this.follow(!0))}destroy(){this.#t?.destroy(),this.#t=null}#s(){let{chart:t}=this;return this.legend=new Wl(this.#r(),t.unit,{toggle:e=>this.#l(e),only:e=>this.#c(n=>n===e),all:()=>this.#c(()=>!0),few:()=>this.#c(e=>_g(e,t.curves.length)),focus:e=>this.#d(e)}),this.line=X("div",{class:"now-line"}),this.tip=X("div",{class:"tip",hidden:!0}),this.cutChip=X("button",{type:"button",class:"chip plain cut",hidden:!0,on:{click:()=>this.#u(!this.whole)}}),this.referenceChip=t.reference===null?null:X("button",{type:"button",class:"chip","aria-pressed":"true",title:"Hide or show the reference",on:{click:()=>this.#f()}},X("span",{class:"swatch reference",data:{dash:1}}),X("span",{class:"name"},`reference ${qe(t.reference)} ${gn(t.unit)}`)),this.legend.setVisible(this.visible),this.legend.node.append(...[this.referenceChip,this.cutChip].filter(Boolean)),this.holder=X("div",{class:"plot"}),X("section",{class:"card chart",data:{chart:t.name}},X("h3",{},t.title,t.note?X("small",{},t.note):null),this.holder,this.legend.node)}#r(){let t=this.theme.name;if(this.byRun)return this.runs.map(({name:n},s)=>({name:n,colour:oo(s,t),dash:s%wf.length}));let e=og(this.chart.curves.length,t);return this.chart.curves.map((n,s)=>({name:n,colour:e[s]}))}#o(t,e){return this.columns.filter(s=>(this.byRun?s.iRun:s.iCurve)===t).filter(s=>this.byRun||this.chosen.visible[s.iRun]).map(s=>this.#a(s,e))}#a(t,e){let n=hg(t,e);return Math.abs(n)<this.negligible?0:n}#l(t){if(this.byRun)return this.chosen.toggle(t);this.visible[t]=!this.visible[t],this.#h()}#c(t){this.byRun||(this.visible=this.visible.map((e,n)=>t(n)),this.#h())}#h(){this.legend.setVisible(this.visible),this.redraw()}#u(t){this.whole=t,this.redraw()}#f(){this.showReference=!this.showReference,this.referenceChip.setAttribute("aria-pressed",this.showReference),this.redraw()}#d(t){if(!this.#t)return;let e=this.columns.findIndex(n=>(this.byRun?n.iRun:n.iCurve)===t);this.#t.setSeries(t===null||e<0?null:e+1,{focus:!0})}#m(){let t=this.holder.clientWidth;t&&(this.#t?this.#t.setSize({width:t,height:mg}):this.#g(t),this.follow(!0))}#g(t){this.#t=new un(this.#_(t),this.data,this.holder),this.#t.over.append(this.line,this.tip),Xl(this.#t,this.player,this.window),this.redraw()}#_(t){let e=l=>()=>this.theme.colour(l),{chart:n,columns:s}=this,r=s.length>aa,o={stroke:e("--muted"),font:gg,labelFont:gg,grid:{stroke:e("--line"),width:1},ticks:{stroke:e("--line"),size:4}},a=gn(n.unit);return{width:t,height:mg,legend:{show:!1},padding:[8,10,0,0],cursor:{drag:{x:!1,y:!1,setScale:!1},sync:{key:"time",setSeries:!1},focus:{prox:Bv},points:{show:s.length<=2*aa,size:6},y:!1},focus:{alpha:r?.16:.3},scales:{x:{time:!1,range:()=>[this.window.from,this.window.to]},y:{range:l=>this.#y(l)}},axes:[{...o,size:26,space:60,label:"time [s]",labelSize:14,labelGap:-2,values:(l,c)=>c.map(h=>qe(h,6))},{...o,size:50,space:30,label:a?`${n.label} [${a}]`:n.label,labelSize:16,labelGap:2,values:(l,c)=>c.map(h=>qe(h,4))}],series:[{},...s.map(l=>this.#x(l,r))],hooks:{draw:[l=>this.#S(l)],setSeries:[(l,c)=>this.#M(c)],setCursor:[l=>this.#b(l)]}}}#x({iRun:t,iCurve:e},n){let s=this.runs.length>1?wf[t%wf.length]:[];return{stroke:()=>this.#r()[this.byRun?t:e].colour,width:n?1.1:1.6,dash:s,points:{show:!1},spanGaps:!1}}#y(t){let{idxs:e}=t.series[0],n=this.data.slice(1).filter((l,c)=>t.series[c+1].show),s=this.showReference?this.chart.reference:null,{low:r,high:o,cut:a}=dg(n,e??[0,this.data[0].length-1],s,this.whole);return this.#v(a),[r,o]}#v(t){this.#i=t,this.cutChip.hidden=t===null&&!this.whole;let e=gn(this.chart.unit);this.cutChip.textContent=this.whole?"cut the peaks":`peaks up to ${qe(t,3)} ${e} are cut: show them`}#S(t){if(!this.showReference)return;let{ctx:e}=t,{left:n,top:s,width:r,height:o}=t.bbox;e.save(),e.strokeStyle=this.theme.colour("--ink"),e.globalAlpha=.75,e.lineWidth=devicePixelRatio,e.setLineDash([6*devicePixelRatio,4*devicePixelRatio]);for(let a of[this.chart.reference,-this.chart.reference]){let l=Math.round(t.valToPos(a,"y",!0));l<s||l>s+o||(e.beginPath(),e.moveTo(n,l),e.lineTo(n+r,l),e.stroke())}e.restore()}#M(t){let e=t==null?null:this.columns[t-1];this.legend.mark(e?this.byRun?e.iRun:e.iCurve:null),this.#p=e}#p=null;#b(t){let{left:e,top:n,event:s}=t.cursor;if(!s||e===void 0||e<0){this.tip.hidden=!0,s&&this.window.setHover(null);return}let r=t.posToVal(e,"x");this.window.setHover(r);let o=this.#p;if(this.tip.hidden=o===null,!o)return;let a=this.runs.length>1?` (${this.runs[o.iRun].name})`:"",l=this.chart.curves[o.iCurve];this.tip.textContent=`${qe(this.#a(o,r),4)} ${gn(this.chart.unit)} at ${qe(r,4)} s, ${l}${a}`;let c=e>t.over.clientWidth/2;this.tip.style.transform=`translate(${e}px, ${Math.max(n-30,0)}px) translateX(${c?"calc(-100% - 8px)":"8px"})`}};var xg=210,yg="11px system-ui, sans-serif",zv=.98,ql=class{#t=null;#e=!0;constructor(t,{runs:e,chosen:n,player:s,window:r,theme:o}){Object.assign(this,{run:t,chosen:n,player:s,window:r,theme:o,iRun:e.indexOf(t)});let{times:a,rings:l,places:c,sides:h,angles:u}=t.replay.touching;this.times=a.curve(0),this.ways=[{word:"along",title:"from the base along the body at rest",of:l,places:c,label:"place",unit:"m",carrier:"ring"}],h&&this.ways.push({word:"around",title:"around the body, from its y axis",of:h,places:u,label:"side",unit:"°",carrier:"side"}),this.#n(this.ways[0]),this.node=this.#s(e.length>1?` (${t.name})`:""),new ResizeObserver(()=>this.#r()).observe(this.holder),new IntersectionObserver(f=>{this.#e=f.at(-1).isIntersecting,this.#e&&this.follow()}).observe(this.node)}follow(){if(!this.#t||!this.#e)return;let{from:t,to:e}=this.window,{time:n}=this.player;this.line.hidden=n<t||n>e,this.line.hidden||(this.line.style.transform=`translateX(${this.#t.valToPos(n,"x")}px)`)}redraw(){this.node.hidden=!this.chosen.visible[this.iRun],this.bar.style.background=Hl(this.theme.name),this.#t&&(this.#t.setScale("x",{min:this.window.from,max:this.window.to}),this.#t.redraw(!1,!0),this.follow())}show(t){this.#n(t),this.buttons.forEach((e,n)=>e.setAttribute("aria-pressed",String(this.ways[n]===t))),this.#i(),this.#t?.destroy(),this.#t=null,this.#r()}#n(t){this.way=t,this.places=t.places,this.loads=kv(this.run.replay.touching.loads,t.of,t.places.length),this.full=Ki(this.loads.filter(e=>e>0),zv,2e4)||1}#i(){this.words.textContent=this.way.title,this.ends.replaceChildren(`load of a ${this.way.carrier}  0`),this.most.textContent=`≥ ${qe(this.full,2)} ${gn("N")}`}#s(t){this.line=X("div",{class:"now-line"}),this.tip=X("div",{class:"tip",hidden:!0}),this.holder=X("div",{class:"plot"}),this.bar=X("span",{class:"bar"}),this.words=X("small",{}),this.ends=X("span",{}),this.most=X("span",{}),this.#i(),this.buttons=this.ways.map(s=>X("button",{type:"button",class:"quiet word",data:{way:s.word},title:s.title,"aria-pressed":String(s===this.way),on:{click:()=>this.show(s)}},s.word));let e=X("span",{class:"modes",role:"group","aria-label":"Places"},this.buttons.length>1?this.buttons:""),n=X("div",{class:"map-scale"},e,this.ends,this.bar,this.most);return X("section",{class:"card chart",data:{chart:"contact_map"}},X("h3",{},`Contact of the body${t}`,this.words),this.holder,n)}#r(){let t=this.holder.clientWidth;t&&(this.#t?this.#t.setSize({width:t,height:xg}):this.#o(t),this.follow())}#o(t){let e=o=>()=>this.theme.colour(o),n={stroke:e("--muted"),font:yg,labelFont:yg,grid:{show:!1},ticks:{stroke:e("--line"),size:4}},[s,r]=Vv(this.places);this.#t=new un({width:t,height:xg,legend:{show:!1},padding:[8,10,0,0],cursor:{drag:{x:!1,y:!1,setScale:!1},sync:{key:"time",setSeries:!1},points:{show:!1},y:!1},scales:{x:{time:!1,range:()=>[this.window.from,this.window.to]},y:{range:()=>[s,r]}},axes:[{...n,size:26,space:60,label:"time [s]",labelSize:14,labelGap:-2,values:(o,a)=>a.map(l=>qe(l,6))},{...n,size:50,space:30,label:`${this.way.label} [${this.way.unit}]`,labelSize:16,labelGap:2,values:(o,a)=>a.map(l=>qe(l,4))}],series:[{},{show:!0,stroke:"transparent",points:{show:!1}}],hooks:{drawAxes:[o=>this.#a(o)],setCursor:[o=>this.#c(o)]}},[this.times,new Float64Array(this.times.length)],this.holder),this.#t.over.append(this.line,this.tip),Xl(this.#t,this.player,this.window),this.redraw()}#a(t){let{ctx:e}=t,{left:n,top:s,width:r,height:o}=t.bbox,a=vg(this.places).map(u=>Math.round(t.valToPos(u,"y",!0)));e.save(),e.beginPath(),e.rect(n,s,r,o),e.clip();let l=Math.max(1,Math.round(devicePixelRatio)),[c,h]=[this.times[0],this.times[this.times.length-1]];for(let u=Math.floor(n);u<n+r;u+=l){let f=t.posToVal((u-n+l/2)/devicePixelRatio,"x");if(f<c||f>h)continue;let d=this.#l(f);for(let p=0;p<this.places.length;p++){let y=this.loads[p*this.times.length+d];if(!(y>0))continue;let[m,g,v]=Gl(y/this.full,this.theme.name);e.fillStyle=`rgb(${Math.round(m)} ${Math.round(g)} ${Math.round(v)})`,e.fillRect(u,a[p+1],l,Math.max(a[p]-a[p+1],1))}}e.restore()}#l(t){let e=Li(this.times,t);return e+1<this.times.length&&this.times[e+1]-t<t-this.times[e]?e+1:e}#c(t){let{left:e,top:n,event:s}=t.cursor;if(this.tip.hidden=!s||e===void 0||e<0,!s)return;if(this.tip.hidden)return this.window.setHover(null);let r=t.posToVal(e,"x");this.window.setHover(r);let o=t.posToVal(n,"y"),a=this.places.reduce((h,u,f)=>Math.abs(u-o)<Math.abs(this.places[h]-o)?f:h,0),l=this.loads[a*this.times.length+this.#l(r)];this.tip.textContent=`${qe(l,3)} ${gn("N")} at ${qe(r,4)} s, ${qe(this.places[a],3)} ${this.way.unit}`;let c=e>t.over.clientWidth/2;this.tip.style.transform=`translate(${e}px, ${Math.max(n-30,0)}px) translateX(${c?"calc(-100% - 8px)":"8px"})`}};function kv(i,t,e){let n=new Float32Array(e*i.nRows);return t.forEach((s,r)=>{let o=i.curve(r);for(let a=0;a<o.length;a++)o[a]>0&&(n[s*i.nRows+a]+=o[a])}),n}function vg(i){if(i.length<2)return[i[0]-.5,i[0]+.5];let t=i.slice(1).map((s,r)=>(s+i[r])/2),[e,n]=[i[0],i[i.length-1]];return[2*e-t[0],...t,2*n-t[t.length-1]]}function Vv(i){let t=vg(i);return[t[0],t[t.length-1]]}var Yl=class{#t=[];constructor(t,e){Object.assign(this,{start:t,end:e,from:t,to:e,hover:null,zooming:!1})}get whole(){return this.from===this.start&&this.to===this.end}listen(t){this.#t.push(t)}show(t,e){let n=1e-4*(this.end-this.start);e-t<n||(this.from=Math.max(t,this.start),this.to=Math.min(e,this.end),this.#e("range"))}reset(){this.from=this.start,this.to=this.end,this.#e("range")}setHover(t){this.hover!==t&&(this.hover=t,this.#e("hover"))}setZooming(t){this.zooming=t,this.#e("mode")}#e(t){for(let e of this.#t)e(t)}};var Zl=class{#t=null;constructor({runs:t,chosen:e,player:n,theme:s}){let r=new Yl(n.start,n.end);this.shared={runs:t,chosen:e,player:n,window:r,theme:s};let o=t.filter(({replay:a})=>a.touching).map(a=>new ql(a,this.shared));this.charts=bf(t,"main").flatMap(a=>[...a.name==="contact_load"?o:[],new la(a,this.shared)]),this.extra=bf(t,"more"),this.node=X("div",{class:"plots"},this.#n(),this.charts.map(a=>a.node),this.#i()),n.listen((a,l)=>this.#e(c=>c.follow(l==="state"))),e.listen(()=>this.#e(a=>a.redraw())),s.listen(()=>this.#e(a=>a.redraw())),r.listen(a=>{a==="range"&&this.#e(l=>l.redraw()),a==="hover"&&this.#e(l=>l.follow(!0))})}#e(t){for(let e of this.charts)t(e);this.#t&&t(this.#t)}#n(){let{window:t}=this.shared,e=(o,a,l)=>X("button",{type:"button",class:"quiet word","aria-pressed":String(!o),title:l,on:{click:()=>t.setZooming(o)}},a),n=e(!1,"Scrub","Dragging in a plot moves the replay"),s=e(!0,"Zoom","Dragging in a plot selects a time interval (or hold the shift key)");s.id="zoom-mode";let r=ui("Show the whole time (double click in a plot)",Zn.reset,()=>t.reset(),{class:"quiet",id:"zoom-reset",hidden:!0});return t.listen(()=>{n.setAttribute("aria-pressed",!t.zooming),s.setAttribute("aria-pressed",t.zooming),r.hidden=t.whole}),X("div",{class:"plots-bar"},X("h2",{},"Over time"),X("div",{class:"modes",role:"group","aria-label":"Effect of dragging in a plot"},X("span",{class:"muted"},"Drag:"),n,s,r))}#i(){if(!this.extra.length)return null;let t=X("div",{}),e=X("select",{id:"more","aria-label":"More variables",on:{change:()=>n(this.extra[Number(e.value)])}},this.extra.map((r,o)=>X("option",{value:o},r.title))),n=r=>{this.#t?.destroy(),this.#t=new la(r,this.shared),t.replaceChildren(this.#t.node)},s=Math.max(0,this.extra.findIndex(r=>r.parts.some(({values:o})=>o.data.some(a=>a!==0))));return e.value=s,n(this.extra[s]),X("div",{class:"more"},X("label",{class:"more-choice"},X("span",{},"More variables"),e),t)}};var nr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},ir={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},o0=0,ld=1,a0=2;var Rr=1,l0=2,Fo=3,sr=0,ti=1,Vn=2,Pr=0,Oo=1,cd=2,hd=3,ud=4,c0=5;var Ir=100,h0=101,u0=102,f0=103,d0=104,p0=200,m0=201,g0=202,_0=203,fd=204,dd=205,x0=206,y0=207,v0=208,S0=209,M0=210,b0=211,w0=212,E0=213,T0=214,Tc=0,Ac=1,Cc=2,To=3,Rc=4,Pc=5,Ic=6,Lc=7,pd=0,A0=1,C0=2,rs=0,md=1,gd=2,_d=3,xd=4,yd=5,vd=6,il=7;var Sd=300,Lr=301,Bo=302,uh=303,fh=304,Dc=1e3,ts=1001,Nc=1002,In=1003,R0=1004;var sl=1005;var jn=1006,dh=1007;var Rs=1008;var ri=1009,Md=1010,bd=1011,zo=1012,ph=1013,Vi=1014,Ci=1015,Gi=1016,mh=1017,gh=1018,Dr=1020,wd=35902,Ed=35899,Td=1021,Ad=1022,Hi=1023,Es=1026,Ps=1027,_h=1028,xh=1029,rr=1030,yh=1031;var vh=1033,rl=33776,ol=33777,al=33778,ll=33779,Sh=35840,Mh=35841,bh=35842,wh=35843,Eh=36196,Th=37492,Ah=37496,Ch=37488,Rh=37489,cl=37490,Ph=37491,Ih=37808,Lh=37809,Dh=37810,Nh=37811,Uh=37812,Fh=37813,Oh=37814,Bh=37815,zh=37816,kh=37817,Vh=37818,Gh=37819,Hh=37820,Wh=37821,Xh=36492,qh=36494,Yh=36495,Zh=36283,$h=36284,hl=36285,Jh=36286;var Sa=2300,Uc=2301,wc=2302,Kf=2303,jf=2400,Qf=2401,td=2402;var P0=3200;var Kh=0,I0=1,Is="",Mn="srgb",Ma="srgb-linear",ba="linear",Be="srgb";var Ec=7680;var L0=519,D0=512,N0=513,U0=514,Cd=515,F0=516,O0=517,Rd=518,Pd=519,Id=35044,ul=35048;var Ld="300 es",Ai=2e3,Ao=2001;function Gv(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Hv(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function wa(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function B0(){let i=wa("canvas");return i.style.display="block",i}var Sg={},Co=null;function Ea(...i){let t="THREE."+i.shift();Co?Co("log",t,...i):console.log(t,...i)}function z0(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function te(...i){i=z0(i);let t="THREE."+i.shift();if(Co)Co("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function ce(...i){i=z0(i);let t="THREE."+i.shift();if(Co)Co("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function _a(...i){let t=i.join(" ");t in Sg||(Sg[t]=!0,te(...i))}function k0(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var V0={[Tc]:Tc,[Cc]:Ic,[Rc]:Rc,[To]:Pc,[Ac]:Ac,[Ic]:Cc,[Lc]:Lc,[Pc]:To},zi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Bn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Mg=1234567,wo=Math.PI/180,Ro=180/Math.PI;function Ls(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Bn[i&255]+Bn[i>>8&255]+Bn[i>>16&255]+Bn[i>>24&255]+"-"+Bn[t&255]+Bn[t>>8&255]+"-"+Bn[t>>16&15|64]+Bn[t>>24&255]+"-"+Bn[e&63|128]+Bn[e>>8&255]+"-"+Bn[e>>16&255]+Bn[e>>24&255]+Bn[n&255]+Bn[n>>8&255]+Bn[n>>16&255]+Bn[n>>24&255]).toLowerCase()}function fe(i,t,e){return Math.max(t,Math.min(e,i))}function Dd(i,t){return(i%t+t)%t}function Wv(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function Xv(i,t,e){return i!==t?(e-i)/(t-i):0}function xa(i,t,e){return(1-e)*i+e*t}function qv(i,t,e,n){return xa(i,t,1-Math.exp(-e*n))}function Yv(i,t=1){return t-Math.abs(Dd(i,t*2)-t)}function Zv(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function $v(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function Jv(i,t){return i+Math.floor(Math.random()*(t-i+1))}function Kv(i,t){return i+Math.random()*(t-i)}function jv(i){return i*(.5-Math.random())}function Qv(i){i!==void 0&&(Mg=i);let t=Mg+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function tS(i){return i*wo}function eS(i){return i*Ro}function nS(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function iS(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Nd(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function sS(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),f=o((t-n)/2),d=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*f,a*c);break;case"YZY":i.set(l*f,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*f,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*d,a*h,a*c);break;default:te("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function jh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Ud(i,t){if(t.constructor===Float32Array)return i;let e=jh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function Fd(i,t){if(t.constructor===Float32Array)return i;let e=jh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var fl={DEG2RAD:wo,RAD2DEG:Ro,generateUUID:Ls,clamp:fe,euclideanModulo:Dd,mapLinear:Wv,inverseLerp:Xv,lerp:xa,damp:qv,pingpong:Yv,smoothstep:Zv,smootherstep:$v,randInt:Jv,randFloat:Kv,randFloatSpread:jv,seededRandom:Qv,degToRad:tS,radToDeg:eS,isPowerOfTwo:nS,ceilPowerOfTwo:iS,floorPowerOfTwo:Nd,setQuaternionFromProperEuler:sS,normalize:Fd,denormalize:Ud},pt=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(fe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ie=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],f=r[o+0],d=r[o+1],p=r[o+2],y=r[o+3];if(u!==y||l!==f||c!==d||h!==p){let m=l*f+c*d+h*p+u*y;m<0&&(f=-f,d=-d,p=-p,y=-y,m=-m);let g=1-a;if(m<.9995){let v=Math.acos(m),A=Math.sin(v);g=Math.sin(g*v)/A,a=Math.sin(a*v)/A,l=l*g+f*a,c=c*g+d*a,h=h*g+p*a,u=u*g+y*a}else{l=l*g+f*a,c=c*g+d*a,h=h*g+p*a,u=u*g+y*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],f=r[o+1],d=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*d-c*f,t[e+1]=l*p+h*f+c*u-a*d,t[e+2]=c*p+h*d+a*f-l*u,t[e+3]=h*p-a*u-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),f=l(n/2),d=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=f*h*u+c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u-f*d*p;break;case"YXZ":this._x=f*h*u+c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u+f*d*p;break;case"ZXY":this._x=f*h*u-c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u-f*d*p;break;case"ZYX":this._x=f*h*u-c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u+f*d*p;break;case"YZX":this._x=f*h*u+c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u-f*d*p;break;case"XZY":this._x=f*h*u-c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u+f*d*p;break;default:te("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],f=n+a+u;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>u){let d=2*Math.sqrt(1+n-a-u);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>u){let d=2*Math.sqrt(1+a-n-u);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+u-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(fe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},R=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(bg.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(bg.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this.z=fe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this.z=fe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Ef.copy(this).projectOnVector(t),this.sub(Ef)}reflect(t){return this.sub(Ef.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(fe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Ef=new R,bg=new Ie,pe=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],f=n[2],d=n[5],p=n[8],y=s[0],m=s[3],g=s[6],v=s[1],A=s[4],S=s[7],P=s[2],T=s[5],_=s[8];return r[0]=o*y+a*v+l*P,r[3]=o*m+a*A+l*T,r[6]=o*g+a*S+l*_,r[1]=c*y+h*v+u*P,r[4]=c*m+h*A+u*T,r[7]=c*g+h*S+u*_,r[2]=f*y+d*v+p*P,r[5]=f*m+d*A+p*T,r[8]=f*g+d*S+p*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,f=a*l-h*r,d=c*r-o*l,p=e*u+n*f+s*d;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=u*y,t[1]=(s*c-h*n)*y,t[2]=(a*n-s*o)*y,t[3]=f*y,t[4]=(h*e-s*l)*y,t[5]=(s*r-a*e)*y,t[6]=d*y,t[7]=(n*l-c*e)*y,t[8]=(o*e-n*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return _a("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Tf.makeScale(t,e)),this}rotate(t){return _a("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Tf.makeRotation(-t)),this}translate(t,e){return _a("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Tf.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Tf=new pe,wg=new pe().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Eg=new pe().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function rS(){let i={enabled:!0,workingColorSpace:Ma,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Be&&(s.r=ws(s.r),s.g=ws(s.g),s.b=ws(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Be&&(s.r=Eo(s.r),s.g=Eo(s.g),s.b=Eo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Is?ba:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Ma]:{primaries:t,whitePoint:n,transfer:ba,toXYZ:wg,fromXYZ:Eg,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Mn},outputColorSpaceConfig:{drawingBufferColorSpace:Mn}},[Mn]:{primaries:t,whitePoint:n,transfer:Be,toXYZ:wg,fromXYZ:Eg,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Mn}}}),i}var Ae=rS();function ws(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Eo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var ao,Fc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{ao===void 0&&(ao=wa("canvas")),ao.width=t.width,ao.height=t.height;let s=ao.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=ao}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=wa("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ws(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ws(e[n]/255)*255):e[n]=ws(e[n]);return{data:e,width:t.width,height:t.height}}else return te("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},oS=0,Po=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:oS++}),this.uuid=Ls(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Af(s[o].image)):r.push(Af(s[o]))}else r=Af(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Af(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Fc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(te("Texture: Unable to serialize Texture."),{})}var aS=0,Cf=new R,ii=class i extends zi{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=ts,s=ts,r=jn,o=Rs,a=Hi,l=ri,c=i.DEFAULT_ANISOTROPY,h=Is){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:aS++}),this.uuid=Ls(),this.name="",this.source=new Po(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new pe,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Cf).x}get height(){return this.source.getSize(Cf).y}get depth(){return this.source.getSize(Cf).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){te(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){te(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Sd)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Dc:t.x=t.x-Math.floor(t.x);break;case ts:t.x=t.x<0?0:1;break;case Nc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Dc:t.y=t.y-Math.floor(t.y);break;case ts:t.y=t.y<0?0:1;break;case Nc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};ii.DEFAULT_IMAGE=null;ii.DEFAULT_MAPPING=Sd;ii.DEFAULT_ANISOTROPY=1;var ze=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],f=l[1],d=l[5],p=l[9],y=l[2],m=l[6],g=l[10];if(Math.abs(h-f)<.01&&Math.abs(u-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+f)<.1&&Math.abs(u+y)<.1&&Math.abs(p+m)<.1&&Math.abs(c+d+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+1)/2,S=(d+1)/2,P=(g+1)/2,T=(h+f)/4,_=(u+y)/4,E=(p+m)/4;return A>S&&A>P?A<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(A),s=T/n,r=_/n):S>P?S<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),n=T/s,r=E/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=_/r,s=E/r),this.set(n,s,r,e),this}let v=Math.sqrt((m-p)*(m-p)+(u-y)*(u-y)+(f-h)*(f-h));return Math.abs(v)<.001&&(v=1),this.x=(m-p)/v,this.y=(u-y)/v,this.z=(f-h)/v,this.w=Math.acos((c+d+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this.z=fe(this.z,t.z,e.z),this.w=fe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this.z=fe(this.z,t,e),this.w=fe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Oc=class extends zi{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:jn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new ze(0,0,t,e),this.scissorTest=!1,this.viewport=new ze(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new ii({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:jn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new Po(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},_i=class extends Oc{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Ta=class extends ii{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=In,this.minFilter=In,this.wrapR=ts,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Bc=class extends ii{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=In,this.minFilter=In,this.wrapR=ts,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Ce=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,f,d,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,f,d,p,y,m)}set(t,e,n,s,r,o,a,l,c,h,u,f,d,p,y,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=f,g[3]=d,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/lo.setFromMatrixColumn(t,0).length(),r=1/lo.setFromMatrixColumn(t,1).length(),o=1/lo.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let f=o*h,d=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=d+p*c,e[5]=f-y*c,e[9]=-a*l,e[2]=y-f*c,e[6]=p+d*c,e[10]=o*l}else if(t.order==="YXZ"){let f=l*h,d=l*u,p=c*h,y=c*u;e[0]=f+y*a,e[4]=p*a-d,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=d*a-p,e[6]=y+f*a,e[10]=o*l}else if(t.order==="ZXY"){let f=l*h,d=l*u,p=c*h,y=c*u;e[0]=f-y*a,e[4]=-o*u,e[8]=p+d*a,e[1]=d+p*a,e[5]=o*h,e[9]=y-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let f=o*h,d=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=p*c-d,e[8]=f*c+y,e[1]=l*u,e[5]=y*c+f,e[9]=d*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let f=o*l,d=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=y-f*u,e[8]=p*u+d,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*u+p,e[10]=f-y*u}else if(t.order==="XZY"){let f=o*l,d=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=f*u+y,e[5]=o*h,e[9]=d*u-p,e[2]=p*u-d,e[6]=a*h,e[10]=y*u+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(lS,t,cS)}lookAt(t,e,n){let s=this.elements;return mi.subVectors(t,e),mi.lengthSq()===0&&(mi.z=1),mi.normalize(),Vs.crossVectors(n,mi),Vs.lengthSq()===0&&(Math.abs(n.z)===1?mi.x+=1e-4:mi.z+=1e-4,mi.normalize(),Vs.crossVectors(n,mi)),Vs.normalize(),$l.crossVectors(mi,Vs),s[0]=Vs.x,s[4]=$l.x,s[8]=mi.x,s[1]=Vs.y,s[5]=$l.y,s[9]=mi.y,s[2]=Vs.z,s[6]=$l.z,s[10]=mi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],f=n[9],d=n[13],p=n[2],y=n[6],m=n[10],g=n[14],v=n[3],A=n[7],S=n[11],P=n[15],T=s[0],_=s[4],E=s[8],B=s[12],D=s[1],L=s[5],G=s[9],W=s[13],N=s[2],V=s[6],Y=s[10],k=s[14],ct=s[3],J=s[7],Q=s[11],et=s[15];return r[0]=o*T+a*D+l*N+c*ct,r[4]=o*_+a*L+l*V+c*J,r[8]=o*E+a*G+l*Y+c*Q,r[12]=o*B+a*W+l*k+c*et,r[1]=h*T+u*D+f*N+d*ct,r[5]=h*_+u*L+f*V+d*J,r[9]=h*E+u*G+f*Y+d*Q,r[13]=h*B+u*W+f*k+d*et,r[2]=p*T+y*D+m*N+g*ct,r[6]=p*_+y*L+m*V+g*J,r[10]=p*E+y*G+m*Y+g*Q,r[14]=p*B+y*W+m*k+g*et,r[3]=v*T+A*D+S*N+P*ct,r[7]=v*_+A*L+S*V+P*J,r[11]=v*E+A*G+S*Y+P*Q,r[15]=v*B+A*W+S*k+P*et,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],f=t[10],d=t[14],p=t[3],y=t[7],m=t[11],g=t[15],v=l*d-c*f,A=a*d-c*u,S=a*f-l*u,P=o*d-c*h,T=o*f-l*h,_=o*u-a*h;return e*(y*v-m*A+g*S)-n*(p*v-m*P+g*T)+s*(p*A-y*P+g*_)-r*(p*S-y*T+m*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],f=t[10],d=t[11],p=t[12],y=t[13],m=t[14],g=t[15],v=e*a-n*o,A=e*l-s*o,S=e*c-r*o,P=n*l-s*a,T=n*c-r*a,_=s*c-r*l,E=h*y-u*p,B=h*m-f*p,D=h*g-d*p,L=u*m-f*y,G=u*g-d*y,W=f*g-d*m,N=v*W-A*G+S*L+P*D-T*B+_*E;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let V=1/N;return t[0]=(a*W-l*G+c*L)*V,t[1]=(s*G-n*W-r*L)*V,t[2]=(y*_-m*T+g*P)*V,t[3]=(f*T-u*_-d*P)*V,t[4]=(l*D-o*W-c*B)*V,t[5]=(e*W-s*D+r*B)*V,t[6]=(m*S-p*_-g*A)*V,t[7]=(h*_-f*S+d*A)*V,t[8]=(o*G-a*D+c*E)*V,t[9]=(n*D-e*G-r*E)*V,t[10]=(p*T-y*S+g*v)*V,t[11]=(u*S-h*T-d*v)*V,t[12]=(a*B-o*L-l*E)*V,t[13]=(e*L-n*B+s*E)*V,t[14]=(y*A-p*P-m*v)*V,t[15]=(h*P-u*A+f*v)*V,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,f=r*c,d=r*h,p=r*u,y=o*h,m=o*u,g=a*u,v=l*c,A=l*h,S=l*u,P=n.x,T=n.y,_=n.z;return s[0]=(1-(y+g))*P,s[1]=(d+S)*P,s[2]=(p-A)*P,s[3]=0,s[4]=(d-S)*T,s[5]=(1-(f+g))*T,s[6]=(m+v)*T,s[7]=0,s[8]=(p+A)*_,s[9]=(m-v)*_,s[10]=(1-(f+y))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=lo.set(s[0],s[1],s[2]).length(),a=lo.set(s[4],s[5],s[6]).length(),l=lo.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Fi.copy(this);let c=1/o,h=1/a,u=1/l;return Fi.elements[0]*=c,Fi.elements[1]*=c,Fi.elements[2]*=c,Fi.elements[4]*=h,Fi.elements[5]*=h,Fi.elements[6]*=h,Fi.elements[8]*=u,Fi.elements[9]*=u,Fi.elements[10]*=u,e.setFromRotationMatrix(Fi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=Ai,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),f=(e+t)/(e-t),d=(n+s)/(n-s),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===Ai)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===Ao)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=u,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Ai,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),f=-(e+t)/(e-t),d=-(n+s)/(n-s),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===Ai)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===Ao)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=u,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},lo=new R,Fi=new Ce,lS=new R(0,0,0),cS=new R(1,1,1),Vs=new R,$l=new R,mi=new R,Tg=new Ce,Ag=new Ie,Ts=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(fe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-fe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(fe(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-u,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-fe(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(fe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-fe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:te("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Tg.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Tg,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Ag.setFromEuler(this),this.setFromQuaternion(Ag,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ts.DEFAULT_ORDER="XYZ";var Aa=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},hS=0,Cg=new R,co=new Ie,xs=new Ce,Jl=new R,ca=new R,uS=new R,fS=new Ie,Rg=new R(1,0,0),Pg=new R(0,1,0),Ig=new R(0,0,1),Lg={type:"added"},dS={type:"removed"},ho={type:"childadded",child:null},Rf={type:"childremoved",child:null},Dn=class i extends zi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:hS++}),this.uuid=Ls(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new R,e=new Ts,n=new Ie,s=new R(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ce},normalMatrix:{value:new pe}}),this.matrix=new Ce,this.matrixWorld=new Ce,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Aa,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return co.setFromAxisAngle(t,e),this.quaternion.multiply(co),this}rotateOnWorldAxis(t,e){return co.setFromAxisAngle(t,e),this.quaternion.premultiply(co),this}rotateX(t){return this.rotateOnAxis(Rg,t)}rotateY(t){return this.rotateOnAxis(Pg,t)}rotateZ(t){return this.rotateOnAxis(Ig,t)}translateOnAxis(t,e){return Cg.copy(t).applyQuaternion(this.quaternion),this.position.add(Cg.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Rg,t)}translateY(t){return this.translateOnAxis(Pg,t)}translateZ(t){return this.translateOnAxis(Ig,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(xs.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Jl.copy(t):Jl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ca.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?xs.lookAt(ca,Jl,this.up):xs.lookAt(Jl,ca,this.up),this.quaternion.setFromRotationMatrix(xs),s&&(xs.extractRotation(s.matrixWorld),co.setFromRotationMatrix(xs),this.quaternion.premultiply(co.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ce("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Lg),ho.child=t,this.dispatchEvent(ho),ho.child=null):ce("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(dS),Rf.child=t,this.dispatchEvent(Rf),Rf.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),xs.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),xs.multiply(t.parent.matrixWorld)),t.applyMatrix4(xs),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Lg),ho.child=t,this.dispatchEvent(ho),ho.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ca,t,uS),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ca,fS,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),f=o(t.skeletons),d=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),f.length>0&&(n.skeletons=f),d.length>0&&(n.animations=d),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Dn.DEFAULT_UP=new R(0,1,0);Dn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Dn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Ye=class extends Dn{constructor(){super(),this.isGroup=!0,this.type="Group"}},pS={type:"move"},Io=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Ye,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Ye,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new R,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new R),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Ye,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new R,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new R,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let y of t.hand.values()){let m=e.getJointPose(y,n),g=this._getHandJoint(c,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],f=h.position.distanceTo(u.position),d=.02,p=.005;c.inputState.pinching&&f>d+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(pS)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Ye;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},G0={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Gs={h:0,s:0,l:0},Kl={h:0,s:0,l:0};function Pf(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var oe=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Mn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Ae.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Ae.workingColorSpace){return this.r=t,this.g=e,this.b=n,Ae.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Ae.workingColorSpace){if(t=Dd(t,1),e=fe(e,0,1),n=fe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Pf(o,r,t+1/3),this.g=Pf(o,r,t),this.b=Pf(o,r,t-1/3)}return Ae.colorSpaceToWorking(this,s),this}setStyle(t,e=Mn){function n(r){r!==void 0&&parseFloat(r)<1&&te("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:te("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);te("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Mn){let n=G0[t.toLowerCase()];return n!==void 0?this.setHex(n,e):te("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ws(t.r),this.g=ws(t.g),this.b=ws(t.b),this}copyLinearToSRGB(t){return this.r=Eo(t.r),this.g=Eo(t.g),this.b=Eo(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Mn){return Ae.workingToColorSpace(zn.copy(this),t),Math.round(fe(zn.r*255,0,255))*65536+Math.round(fe(zn.g*255,0,255))*256+Math.round(fe(zn.b*255,0,255))}getHexString(t=Mn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Ae.workingColorSpace){Ae.workingToColorSpace(zn.copy(this),e);let n=zn.r,s=zn.g,r=zn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Ae.workingColorSpace){return Ae.workingToColorSpace(zn.copy(this),e),t.r=zn.r,t.g=zn.g,t.b=zn.b,t}getStyle(t=Mn){Ae.workingToColorSpace(zn.copy(this),t);let e=zn.r,n=zn.g,s=zn.b;return t!==Mn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Gs),this.setHSL(Gs.h+t,Gs.s+e,Gs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Gs),t.getHSL(Kl);let n=xa(Gs.h,Kl.h,e),s=xa(Gs.s,Kl.s,e),r=xa(Gs.l,Kl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},zn=new oe;oe.NAMES=G0;var Ca=class extends Dn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ts,this.environmentIntensity=1,this.environmentRotation=new Ts,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Oi=new R,ys=new R,If=new R,vs=new R,uo=new R,fo=new R,Dg=new R,Lf=new R,Df=new R,Nf=new R,Uf=new ze,Ff=new ze,Of=new ze,bs=class i{constructor(t=new R,e=new R,n=new R){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Oi.subVectors(t,e),s.cross(Oi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Oi.subVectors(s,e),ys.subVectors(n,e),If.subVectors(t,e);let o=Oi.dot(Oi),a=Oi.dot(ys),l=Oi.dot(If),c=ys.dot(ys),h=ys.dot(If),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let f=1/u,d=(c*l-a*h)*f,p=(o*h-a*l)*f;return r.set(1-d-p,p,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,vs)===null?!1:vs.x>=0&&vs.y>=0&&vs.x+vs.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,vs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,vs.x),l.addScaledVector(o,vs.y),l.addScaledVector(a,vs.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Uf.setScalar(0),Ff.setScalar(0),Of.setScalar(0),Uf.fromBufferAttribute(t,e),Ff.fromBufferAttribute(t,n),Of.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Uf,r.x),o.addScaledVector(Ff,r.y),o.addScaledVector(Of,r.z),o}static isFrontFacing(t,e,n,s){return Oi.subVectors(n,e),ys.subVectors(t,e),Oi.cross(ys).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Oi.subVectors(this.c,this.b),ys.subVectors(this.a,this.b),Oi.cross(ys).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;uo.subVectors(s,n),fo.subVectors(r,n),Lf.subVectors(t,n);let l=uo.dot(Lf),c=fo.dot(Lf);if(l<=0&&c<=0)return e.copy(n);Df.subVectors(t,s);let h=uo.dot(Df),u=fo.dot(Df);if(h>=0&&u<=h)return e.copy(s);let f=l*u-h*c;if(f<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(uo,o);Nf.subVectors(t,r);let d=uo.dot(Nf),p=fo.dot(Nf);if(p>=0&&d<=p)return e.copy(r);let y=d*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(fo,a);let m=h*p-d*u;if(m<=0&&u-h>=0&&d-p>=0)return Dg.subVectors(r,s),a=(u-h)/(u-h+(d-p)),e.copy(s).addScaledVector(Dg,a);let g=1/(m+y+f);return o=y*g,a=f*g,e.copy(n).addScaledVector(uo,o).addScaledVector(fo,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Qn=class{constructor(t=new R(1/0,1/0,1/0),e=new R(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Bi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Bi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Bi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Bi):Bi.fromBufferAttribute(r,o),Bi.applyMatrix4(t.matrixWorld),this.expandByPoint(Bi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),jl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),jl.copy(n.boundingBox)),jl.applyMatrix4(t.matrixWorld),this.union(jl)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Bi),Bi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(ha),Ql.subVectors(this.max,ha),po.subVectors(t.a,ha),mo.subVectors(t.b,ha),go.subVectors(t.c,ha),Hs.subVectors(mo,po),Ws.subVectors(go,mo),yr.subVectors(po,go);let e=[0,-Hs.z,Hs.y,0,-Ws.z,Ws.y,0,-yr.z,yr.y,Hs.z,0,-Hs.x,Ws.z,0,-Ws.x,yr.z,0,-yr.x,-Hs.y,Hs.x,0,-Ws.y,Ws.x,0,-yr.y,yr.x,0];return!Bf(e,po,mo,go,Ql)||(e=[1,0,0,0,1,0,0,0,1],!Bf(e,po,mo,go,Ql))?!1:(tc.crossVectors(Hs,Ws),e=[tc.x,tc.y,tc.z],Bf(e,po,mo,go,Ql))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Bi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Bi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Ss[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Ss[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Ss[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Ss[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Ss[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Ss[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Ss[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Ss[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Ss),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},Ss=[new R,new R,new R,new R,new R,new R,new R,new R],Bi=new R,jl=new Qn,po=new R,mo=new R,go=new R,Hs=new R,Ws=new R,yr=new R,ha=new R,Ql=new R,tc=new R,vr=new R;function Bf(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){vr.fromArray(i,r);let a=s.x*Math.abs(vr.x)+s.y*Math.abs(vr.y)+s.z*Math.abs(vr.z),l=t.dot(vr),c=e.dot(vr),h=n.dot(vr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var xn=new R,ec=new pt,mS=0,ni=class extends zi{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:mS++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Id,this.updateRanges=[],this.gpuType=Ci,this.version=0,this._normalizationScale=t!==void 0?jh(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)ec.fromBufferAttribute(this,e),ec.applyMatrix3(t),this.setXY(e,ec.x,ec.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)xn.fromBufferAttribute(this,e),xn.applyMatrix3(t),this.setXYZ(e,xn.x,xn.y,xn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)xn.fromBufferAttribute(this,e),xn.applyMatrix4(t),this.setXYZ(e,xn.x,xn.y,xn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)xn.fromBufferAttribute(this,e),xn.applyNormalMatrix(t),this.setXYZ(e,xn.x,xn.y,xn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)xn.fromBufferAttribute(this,e),xn.transformDirection(t),this.setXYZ(e,xn.x,xn.y,xn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Ud(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Fd(t,this.array)}};var Ra=class extends ni{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Pa=class extends ni{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var ve=class extends ni{constructor(t,e,n){super(new Float32Array(t),e,n)}},gS=new Qn,ua=new R,zf=new R,xi=class{constructor(t=new R,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):gS.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;ua.subVectors(t,this.center);let e=ua.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(ua,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(zf.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(ua.copy(t.center).add(zf)),this.expandByPoint(ua.copy(t.center).sub(zf))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},_S=0,Ti=new Ce,kf=new Dn,_o=new R,gi=new Qn,fa=new Qn,Pn=new R,Ze=class i extends zi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:_S++}),this.uuid=Ls(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Gv(t)?Pa:Ra)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new pe().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Ti.makeRotationFromQuaternion(t),this.applyMatrix4(Ti),this}rotateX(t){return Ti.makeRotationX(t),this.applyMatrix4(Ti),this}rotateY(t){return Ti.makeRotationY(t),this.applyMatrix4(Ti),this}rotateZ(t){return Ti.makeRotationZ(t),this.applyMatrix4(Ti),this}translate(t,e,n){return Ti.makeTranslation(t,e,n),this.applyMatrix4(Ti),this}scale(t,e,n){return Ti.makeScale(t,e,n),this.applyMatrix4(Ti),this}lookAt(t){return kf.lookAt(t),kf.updateMatrix(),this.applyMatrix4(kf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(_o).negate(),this.translate(_o.x,_o.y,_o.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new ve(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&te("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ce("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new R(-1/0,-1/0,-1/0),new R(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];gi.setFromBufferAttribute(r),this.morphTargetsRelative?(Pn.addVectors(this.boundingBox.min,gi.min),this.boundingBox.expandByPoint(Pn),Pn.addVectors(this.boundingBox.max,gi.max),this.boundingBox.expandByPoint(Pn)):(this.boundingBox.expandByPoint(gi.min),this.boundingBox.expandByPoint(gi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ce('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new xi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ce("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new R,1/0);return}if(t){let n=this.boundingSphere.center;if(gi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];fa.setFromBufferAttribute(a),this.morphTargetsRelative?(Pn.addVectors(gi.min,fa.min),gi.expandByPoint(Pn),Pn.addVectors(gi.max,fa.max),gi.expandByPoint(Pn)):(gi.expandByPoint(fa.min),gi.expandByPoint(fa.max))}gi.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Pn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Pn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Pn.fromBufferAttribute(a,c),l&&(_o.fromBufferAttribute(t,c),Pn.add(_o)),s=Math.max(s,n.distanceToSquared(Pn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ce('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ce("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new ni(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let B=0;B<n.count;B++)a[B]=new R,l[B]=new R;let h=new R,u=new R,f=new R,d=new pt,p=new pt,y=new pt,m=new R,g=new R;function v(B,D,L){c[B]=c[D]=c[L]=1,h.fromBufferAttribute(n,B),u.fromBufferAttribute(n,D),f.fromBufferAttribute(n,L),d.fromBufferAttribute(r,B),p.fromBufferAttribute(r,D),y.fromBufferAttribute(r,L),u.sub(h),f.sub(h),p.sub(d),y.sub(d);let G=1/(p.x*y.y-y.x*p.y);isFinite(G)&&(m.copy(u).multiplyScalar(y.y).addScaledVector(f,-p.y).multiplyScalar(G),g.copy(f).multiplyScalar(p.x).addScaledVector(u,-y.x).multiplyScalar(G),a[B].add(m),a[D].add(m),a[L].add(m),l[B].add(g),l[D].add(g),l[L].add(g))}let A=this.groups;A.length===0&&(A=[{start:0,count:t.count}]);for(let B=0,D=A.length;B<D;++B){let L=A[B],G=L.start,W=L.count;for(let N=G,V=G+W;N<V;N+=3)v(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let S=new R,P=new R,T=new R,_=new R;function E(B){T.fromBufferAttribute(s,B),_.copy(T);let D=a[B];S.copy(D),S.sub(T.multiplyScalar(T.dot(D))).normalize(),P.crossVectors(_,D);let G=P.dot(l[B])<0?-1:1;o.setXYZW(B,S.x,S.y,S.z,G)}for(let B=0,D=n.count;B<D;++B)c[B]&&E(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new ni(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let f=0,d=n.count;f<d;f++)n.setXYZ(f,0,0,0);let s=new R,r=new R,o=new R,a=new R,l=new R,c=new R,h=new R,u=new R;if(t)for(let f=0,d=t.count;f<d;f+=3){let p=t.getX(f+0),y=t.getX(f+1),m=t.getX(f+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(f+0,h.x,h.y,h.z),n.setXYZ(f+1,h.x,h.y,h.z),n.setXYZ(f+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Pn.fromBufferAttribute(t,e),Pn.normalize(),t.setXYZ(e,Pn.x,Pn.y,Pn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,f=new c.constructor(l.length*h),d=0,p=0;for(let y=0,m=l.length;y<m;y++){a.isInterleavedBufferAttribute?d=l[y]*a.data.stride+a.offset:d=l[y]*h;for(let g=0;g<h;g++)f[p++]=c[d++]}return new ni(f,h,u)}if(this.index===null)return te("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let f=c[h],d=t(f,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,f=c.length;u<f;u++){let d=c[u];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let f=0,d=u.length;f<d;f++)h.push(u[f].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},zc=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Id,this.updateRanges=[],this.version=0,this.uuid=Ls()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Ng(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Ng(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Ng(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Ls()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Jn=new R,ki=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?jh(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)Jn.fromBufferAttribute(this,e),Jn.applyMatrix4(t),this.setXYZ(e,Jn.x,Jn.y,Jn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Jn.fromBufferAttribute(this,e),Jn.applyNormalMatrix(t),this.setXYZ(e,Jn.x,Jn.y,Jn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Jn.fromBufferAttribute(this,e),Jn.transformDirection(t),this.setXYZ(e,Jn.x,Jn.y,Jn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){Ea("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new ni(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){Ea("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Ud(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Fd(t,this.data.array)}},Vf=new R,xS=new R,yS=new pe,kn=class{constructor(t=new R(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Vf.subVectors(n,e).cross(xS.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Vf),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||yS.getNormalMatrix(t),s=this.coplanarPoint(Vf).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},vS=0,es=class extends zi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:vS++}),this.uuid=Ls(),this.name="",this.type="Material",this.blending=Oo,this.side=sr,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=fd,this.blendDst=dd,this.blendEquation=Ir,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new oe(0,0,0),this.blendAlpha=0,this.depthFunc=To,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=L0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Ec,this.stencilZFail=Ec,this.stencilZPass=Ec,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){te(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){te(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new oe().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new kn().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var Ms=new R,Gf=new R,nc=new R,ic=new R,wr=class{constructor(t=new R,e=new R(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Ms)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Ms.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Ms.copy(this.origin).addScaledVector(this.direction,e),Ms.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Gf.copy(t).add(e).multiplyScalar(.5),nc.copy(e).sub(t).normalize(),ic.copy(this.origin).sub(Gf);let r=t.distanceTo(e)*.5,o=-this.direction.dot(nc),a=ic.dot(this.direction),l=-ic.dot(nc),c=ic.lengthSq(),h=Math.abs(1-o*o),u,f,d,p;if(h>0)if(u=o*l-a,f=o*a-l,p=r*h,u>=0)if(f>=-p)if(f<=p){let y=1/h;u*=y,f*=y,d=u*(u+o*f+2*a)+f*(o*u+f+2*l)+c}else f=r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f=-r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f<=-p?(u=Math.max(0,-(-o*r+a)),f=u>0?-r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c):f<=p?(u=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(u=Math.max(0,-(o*r+a)),f=u>0?r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c);else f=o>0?-r:r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Gf).addScaledVector(nc,f),d}intersectSphere(t,e){if(t.radius<0)return null;Ms.subVectors(t.center,this.origin);let n=Ms.dot(this.direction),s=Ms.dot(Ms)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,f=this.origin;return c>=0?(n=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(n=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),h>=0?(r=(t.min.y-f.y)*h,o=(t.max.y-f.y)*h):(r=(t.max.y-f.y)*h,o=(t.min.y-f.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-f.z)*u,l=(t.max.z-f.z)*u):(a=(t.max.z-f.z)*u,l=(t.min.z-f.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Ms)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,f=t.y-o.y,d=t.z-o.z,p=e.x-o.x,y=e.y-o.y,m=e.z-o.z,g=n.x-o.x,v=n.y-o.y,A=n.z-o.z,S=Math.abs(l),P=Math.abs(c),T=Math.abs(h),_,E,B,D,L,G,W,N,V,Y,k,ct;if(S>=P&&S>=T?(B=l,G=u,V=p,ct=g,l>=0?(_=c,E=h,D=f,L=d,W=y,N=m,Y=v,k=A):(_=h,E=c,D=d,L=f,W=m,N=y,Y=A,k=v)):P>=T?(B=c,G=f,V=y,ct=v,c>=0?(_=h,E=l,D=d,L=u,W=m,N=p,Y=A,k=g):(_=l,E=h,D=u,L=d,W=p,N=m,Y=g,k=A)):(B=h,G=d,V=m,ct=A,h>=0?(_=l,E=c,D=u,L=f,W=p,N=y,Y=g,k=v):(_=c,E=l,D=f,L=u,W=y,N=p,Y=v,k=g)),B===0)return null;let J=_/B,Q=E/B,et=1/B,dt=D-J*G,ht=L-Q*G,tt=W-J*V,_t=N-Q*V,yt=Y-J*ct,Lt=k-Q*ct,wt=yt*_t-Lt*tt,Gt=dt*Lt-ht*yt,ie=tt*ht-_t*dt;if(s){if(wt<0||Gt<0||ie<0)return null}else if((wt<0||Gt<0||ie<0)&&(wt>0||Gt>0||ie>0))return null;let Jt=wt+Gt+ie;if(Jt===0)return null;let se=et*(wt*G+Gt*V+ie*ct);return(Jt>0?se<0:se>0)?null:this.at(se/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},qs=class extends es{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new oe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ts,this.combine=pd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Ug=new Ce,Sr=new wr,sc=new xi,Fg=new R,rc=new R,oc=new R,ac=new R,Hf=new R,lc=new R,Og=new R,cc=new R,Ne=class extends Dn{constructor(t=new Ze,e=new qs){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){lc.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Hf.fromBufferAttribute(u,t),o?lc.addScaledVector(Hf,h):lc.addScaledVector(Hf.sub(e),h))}e.add(lc)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),sc.copy(n.boundingSphere),sc.applyMatrix4(r),Sr.copy(t.ray).recast(t.near),!(sc.containsPoint(Sr.origin)===!1&&(Sr.intersectSphere(sc,Fg)===null||Sr.origin.distanceToSquared(Fg)>(t.far-t.near)**2))&&(Ug.copy(r).invert(),Sr.copy(t.ray).applyMatrix4(Ug),!(n.boundingBox!==null&&Sr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Sr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=f.length;p<y;p++){let m=f[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),A=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let S=v,P=A;S<P;S+=3){let T=a.getX(S),_=a.getX(S+1),E=a.getX(S+2);s=hc(this,g,t,n,c,h,u,T,_,E),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(a.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let v=a.getX(m),A=a.getX(m+1),S=a.getX(m+2);s=hc(this,o,t,n,c,h,u,v,A,S),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=f.length;p<y;p++){let m=f[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),A=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let S=v,P=A;S<P;S+=3){let T=S,_=S+1,E=S+2;s=hc(this,g,t,n,c,h,u,T,_,E),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(l.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let v=m,A=m+1,S=m+2;s=hc(this,o,t,n,c,h,u,v,A,S),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function SS(i,t,e,n,s,r,o,a){let l;if(t.side===ti?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===sr,a),l===null)return null;cc.copy(a),cc.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(cc);return c<e.near||c>e.far?null:{distance:c,point:cc.clone(),object:i}}function hc(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,rc),i.getVertexPosition(l,oc),i.getVertexPosition(c,ac);let h=SS(i,t,e,n,rc,oc,ac,Og);if(h){let u=new R;bs.getBarycoord(Og,rc,oc,ac,u),s&&(h.uv=bs.getInterpolatedAttribute(s,a,l,c,u,new pt)),r&&(h.uv1=bs.getInterpolatedAttribute(r,a,l,c,u,new pt)),o&&(h.normal=bs.getInterpolatedAttribute(o,a,l,c,u,new R),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new R,materialIndex:0};bs.getNormal(rc,oc,ac,f.normal),h.face=f,h.barycoord=u}return h}var Ia=class extends ii{constructor(t=null,e=1,n=1,s,r,o,a,l,c=In,h=In,u,f){super(null,o,a,l,c,h,s,r,u,f),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var La=class extends ni{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},xo=new Ce,Bg=new Ce,uc=[],zg=new Qn,MS=new Ce,da=new Ne,pa=new xi,Da=class extends Ne{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new La(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,MS)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new Qn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,xo),zg.copy(t.boundingBox).applyMatrix4(xo),this.boundingBox.union(zg)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new xi),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,xo),pa.copy(t.boundingSphere).applyMatrix4(xo),this.boundingSphere.union(pa)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(da.geometry=this.geometry,da.material=this.material,da.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),pa.copy(this.boundingSphere),pa.applyMatrix4(n),t.ray.intersectsSphere(pa)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,xo),Bg.multiplyMatrices(n,xo),da.matrixWorld=Bg,da.raycast(t,uc);for(let o=0,a=uc.length;o<a;o++){let l=uc[o];l.instanceId=r,l.object=this,e.push(l)}uc.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new La(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Ia(new Float32Array(s*this.count),s,this.count,_h,Ci));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Mr=new xi,bS=new pt(.5,.5),fc=new R,Ys=class{constructor(t=new kn,e=new kn,n=new kn,s=new kn,r=new kn,o=new kn){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Ai,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],f=r[6],d=r[7],p=r[8],y=r[9],m=r[10],g=r[11],v=r[12],A=r[13],S=r[14],P=r[15];if(s[0].setComponents(c-o,d-h,g-p,P-v).normalize(),s[1].setComponents(c+o,d+h,g+p,P+v).normalize(),s[2].setComponents(c+a,d+u,g+y,P+A).normalize(),s[3].setComponents(c-a,d-u,g-y,P-A).normalize(),n)s[4].setComponents(l,f,m,S).normalize(),s[5].setComponents(c-l,d-f,g-m,P-S).normalize();else if(s[4].setComponents(c-l,d-f,g-m,P-S).normalize(),e===Ai)s[5].setComponents(c+l,d+f,g+m,P+S).normalize();else if(e===Ao)s[5].setComponents(l,f,m,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Mr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Mr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Mr)}intersectsSprite(t){Mr.center.set(0,0,0);let e=bS.distanceTo(t.center);return Mr.radius=.7071067811865476+e,Mr.applyMatrix4(t.matrixWorld),this.intersectsSphere(Mr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(fc.x=s.normal.x>0?t.max.x:t.min.x,fc.y=s.normal.y>0?t.max.y:t.min.y,fc.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(fc)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},kg=new Ce,kc=class i{constructor(){this.coordinateSystem=Ai,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];kg.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Ys),n[s].setFromProjectionMatrix(kg,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new Ys),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var Zs=class extends es{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new oe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Vc=new R,Gc=new R,Vg=new Ce,ma=new wr,dc=new xi,Wf=new R,Gg=new R,Hc=class extends Dn{constructor(t=new Ze,e=new Zs){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)Vc.fromBufferAttribute(e,s-1),Gc.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Vc.distanceTo(Gc);t.setAttribute("lineDistance",new ve(n,1))}else te("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),dc.copy(n.boundingSphere),dc.applyMatrix4(s),dc.radius+=r,t.ray.intersectsSphere(dc)===!1)return;Vg.copy(s).invert(),ma.copy(t.ray).applyMatrix4(Vg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,f=n.attributes.position;if(h!==null){let d=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let y=d,m=p-1;y<m;y+=c){let g=h.getX(y),v=h.getX(y+1),A=pc(this,t,ma,l,g,v,y);A&&e.push(A)}if(this.isLineLoop){let y=h.getX(p-1),m=h.getX(d),g=pc(this,t,ma,l,y,m,p-1);g&&e.push(g)}}else{let d=Math.max(0,o.start),p=Math.min(f.count,o.start+o.count);for(let y=d,m=p-1;y<m;y+=c){let g=pc(this,t,ma,l,y,y+1,y);g&&e.push(g)}if(this.isLineLoop){let y=pc(this,t,ma,l,p-1,d,p-1);y&&e.push(y)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function pc(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(Vc.fromBufferAttribute(a,s),Gc.fromBufferAttribute(a,r),e.distanceSqToSegment(Vc,Gc,Wf,Gg)>n)return;Wf.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Wf);if(!(c<t.near||c>t.far))return{distance:c,point:Gg.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Hg=new R,Wg=new R,Er=class extends Hc{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Hg.fromBufferAttribute(e,s),Wg.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Hg.distanceTo(Wg);t.setAttribute("lineDistance",new ve(n,1))}else te("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Na=class extends ii{constructor(t=[],e=Lr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var As=class extends ii{constructor(t,e,n=Vi,s,r,o,a=In,l=In,c,h=Es,u=1){if(h!==Es&&h!==Ps)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:t,height:e,depth:u};super(f,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Po(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Ua=class extends As{constructor(t,e=Vi,n=Lr,s,r,o=In,a=In,l,c=Es){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},Fa=class extends ii{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},ns=class i extends Ze{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],f=0,d=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new ve(c,3)),this.setAttribute("normal",new ve(h,3)),this.setAttribute("uv",new ve(u,2));function p(y,m,g,v,A,S,P,T,_,E,B){let D=S/_,L=P/E,G=S/2,W=P/2,N=T/2,V=_+1,Y=E+1,k=0,ct=0,J=new R;for(let Q=0;Q<Y;Q++){let et=Q*L-W;for(let dt=0;dt<V;dt++){let ht=dt*D-G;J[y]=ht*v,J[m]=et*A,J[g]=N,c.push(J.x,J.y,J.z),J[y]=0,J[m]=0,J[g]=T>0?1:-1,h.push(J.x,J.y,J.z),u.push(dt/_),u.push(1-Q/E),k+=1}}for(let Q=0;Q<E;Q++)for(let et=0;et<_;et++){let dt=f+et+V*Q,ht=f+et+V*(Q+1),tt=f+(et+1)+V*(Q+1),_t=f+(et+1)+V*Q;l.push(dt,ht,_t),l.push(ht,tt,_t),ct+=6}a.addGroup(d,ct,B),d+=ct,f+=k}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var $s=class i extends Ze{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],f=[],d=[],p=0,y=[],m=n/2,g=0;v(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(h),this.setAttribute("position",new ve(u,3)),this.setAttribute("normal",new ve(f,3)),this.setAttribute("uv",new ve(d,2));function v(){let S=new R,P=new R,T=0,_=(e-t)/n;for(let E=0;E<=r;E++){let B=[],D=E/r,L=D*(e-t)+t;for(let G=0;G<=s;G++){let W=G/s,N=W*l+a,V=Math.sin(N),Y=Math.cos(N);P.x=L*V,P.y=-D*n+m,P.z=L*Y,u.push(P.x,P.y,P.z),S.set(V,_,Y).normalize(),f.push(S.x,S.y,S.z),d.push(W,1-D),B.push(p++)}y.push(B)}for(let E=0;E<s;E++)for(let B=0;B<r;B++){let D=y[B][E],L=y[B+1][E],G=y[B+1][E+1],W=y[B][E+1];(t>0||B!==0)&&(h.push(D,L,W),T+=3),(e>0||B!==r-1)&&(h.push(L,G,W),T+=3)}c.addGroup(g,T,0),g+=T}function A(S){let P=p,T=new pt,_=new R,E=0,B=S===!0?t:e,D=S===!0?1:-1;for(let G=1;G<=s;G++)u.push(0,m*D,0),f.push(0,D,0),d.push(.5,.5),p++;let L=p;for(let G=0;G<=s;G++){let N=G/s*l+a,V=Math.cos(N),Y=Math.sin(N);_.x=B*Y,_.y=m*D,_.z=B*V,u.push(_.x,_.y,_.z),f.push(0,D,0),T.x=V*.5+.5,T.y=Y*.5*D+.5,d.push(T.x,T.y),p++}for(let G=0;G<s;G++){let W=P+G,N=L+G;S===!0?h.push(N,N+1,W):h.push(N+1,N,W),E+=3}c.addGroup(g,E,S===!0?1:2),g+=E}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Oa=class i extends $s{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var mc=new R,gc=new R,Xf=new R,_c=new bs,Js=class extends Ze{constructor(t=null,e=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:t,thresholdAngle:e},t!==null){let s=Math.pow(10,4),r=Math.cos(wo*e),o=t.getIndex(),a=t.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),f=new Map,d=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:y,b:m,c:g}=_c;if(y.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),g.fromBufferAttribute(a,c[2]),_c.getNormal(Xf),u[0]=`${Math.round(y.x*s)},${Math.round(y.y*s)},${Math.round(y.z*s)}`,u[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,u[2]=`${Math.round(g.x*s)},${Math.round(g.y*s)},${Math.round(g.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let v=0;v<3;v++){let A=(v+1)%3,S=u[v],P=u[A],T=_c[h[v]],_=_c[h[A]],E=`${S}_${P}`,B=`${P}_${S}`,D=f.get(B);D?(Xf.dot(D.normal)<=r&&(d.push(T.x,T.y,T.z),d.push(_.x,_.y,_.z)),f.set(B,null)):f.has(E)||f.set(E,{index0:c[v],index1:c[A],normal:Xf.clone()})}}for(let p of f.values())if(p){let{index0:y,index1:m}=p;mc.fromBufferAttribute(a,y),gc.fromBufferAttribute(a,m),d.push(mc.x,mc.y,mc.z),d.push(gc.x,gc.y,gc.z)}this.setAttribute("position",new ve(d,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}},yi=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){te("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],f=n[s+1]-h,d=(o-h)/f;return(s+d)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new pt:new R);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new R,s=[],r=[],o=[],a=new R,l=new Ce;for(let d=0;d<=t;d++){let p=d/t;s[d]=this.getTangentAt(p,new R)}r[0]=new R,o[0]=new R;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),f=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),f<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let d=1;d<=t;d++){if(r[d]=r[d-1].clone(),o[d]=o[d-1].clone(),a.crossVectors(s[d-1],s[d]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(fe(s[d-1].dot(s[d]),-1,1));r[d].applyMatrix4(l.makeRotationAxis(a,p))}o[d].crossVectors(s[d],r[d])}if(e===!0){let d=Math.acos(fe(r[0].dot(r[t]),-1,1));d/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(d=-d);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],d*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},Lo=class extends yi{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new pt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),f=l-this.aX,d=c-this.aY;l=f*h-d*u+this.aX,c=f*u+d*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},Wc=class extends Lo{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Od(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let f=(o-r)/c-(a-r)/(c+h)+(a-o)/h,d=(a-o)/h-(l-o)/(h+u)+(l-a)/u;f*=h,d*=h,s(o,a,f,d)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var Xg=new R,qg=new R,qf=new Od,Yf=new Od,Zf=new Od,Xc=class extends yi{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new R){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(qg.subVectors(s[0],s[1]).add(s[0]),c=qg);let u=s[a%r],f=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(Xg.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=Xg),this.curveType==="centripetal"||this.curveType==="chordal"){let d=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),d),y=Math.pow(u.distanceToSquared(f),d),m=Math.pow(f.distanceToSquared(h),d);y<1e-4&&(y=1),p<1e-4&&(p=y),m<1e-4&&(m=y),qf.initNonuniformCatmullRom(c.x,u.x,f.x,h.x,p,y,m),Yf.initNonuniformCatmullRom(c.y,u.y,f.y,h.y,p,y,m),Zf.initNonuniformCatmullRom(c.z,u.z,f.z,h.z,p,y,m)}else this.curveType==="catmullrom"&&(qf.initCatmullRom(c.x,u.x,f.x,h.x,this.tension),Yf.initCatmullRom(c.y,u.y,f.y,h.y,this.tension),Zf.initCatmullRom(c.z,u.z,f.z,h.z,this.tension));return n.set(qf.calc(l),Yf.calc(l),Zf.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new R().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function Yg(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function wS(i,t){let e=1-i;return e*e*t}function ES(i,t){return 2*(1-i)*i*t}function TS(i,t){return i*i*t}function ya(i,t,e,n){return wS(i,t)+ES(i,e)+TS(i,n)}function AS(i,t){let e=1-i;return e*e*e*t}function CS(i,t){let e=1-i;return 3*e*e*i*t}function RS(i,t){return 3*(1-i)*i*i*t}function PS(i,t){return i*i*i*t}function va(i,t,e,n,s){return AS(i,t)+CS(i,e)+RS(i,n)+PS(i,s)}var Ba=class extends yi{constructor(t=new pt,e=new pt,n=new pt,s=new pt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(va(t,s.x,r.x,o.x,a.x),va(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},qc=class extends yi{constructor(t=new R,e=new R,n=new R,s=new R){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(va(t,s.x,r.x,o.x,a.x),va(t,s.y,r.y,o.y,a.y),va(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},za=class extends yi{constructor(t=new pt,e=new pt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new pt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new pt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Yc=class extends yi{constructor(t=new R,e=new R){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new R){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new R){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ka=class extends yi{constructor(t=new pt,e=new pt,n=new pt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(ya(t,s.x,r.x,o.x),ya(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Zc=class extends yi{constructor(t=new R,e=new R,n=new R){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(ya(t,s.x,r.x,o.x),ya(t,s.y,r.y,o.y),ya(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Va=class extends yi{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new pt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(Yg(a,l.x,c.x,h.x,u.x),Yg(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new pt().fromArray(s))}return this}},ed=Object.freeze({__proto__:null,ArcCurve:Wc,CatmullRomCurve3:Xc,CubicBezierCurve:Ba,CubicBezierCurve3:qc,EllipseCurve:Lo,LineCurve:za,LineCurve3:Yc,QuadraticBezierCurve:ka,QuadraticBezierCurve3:Zc,SplineCurve:Va}),$c=class extends yi{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new ed[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new ed[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},Tr=class extends $c{constructor(t){super(),this.type="Path",this.currentPoint=new pt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new za(this.currentPoint.clone(),new pt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new ka(this.currentPoint.clone(),new pt(t,e),new pt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new Ba(this.currentPoint.clone(),new pt(t,e),new pt(n,s),new pt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new Va(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new Lo(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},Cs=class extends Tr{constructor(t){super(t),this.uuid=Ls(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new Tr().fromJSON(s))}return this}};function IS(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=H0(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=FS(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let f=e;f<s;f+=e){let d=i[f],p=i[f+1];d<a&&(a=d),p<l&&(l=p),d>h&&(h=d),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return Ga(r,o,e,a,l,c,0),o}function H0(i,t,e,n,s){let r;if(s===YS(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=Zg(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=Zg(o/n|0,i[o],i[o+1],r);return r&&Do(r,r.next)&&(Wa(r),r=r.next),r}function Ar(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Do(e,e.next)||sn(e.prev,e,e.next)===0)){if(Wa(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function Ga(i,t,e,n,s,r,o){if(!i)return;!o&&r&&VS(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?DS(i,n,s,r):LS(i)){t.push(l.i,i.i,c.i),Wa(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=NS(Ar(i),t),Ga(i,t,e,n,s,r,2)):o===2&&US(i,t,e,n,s,r):Ga(Ar(i),t,e,n,s,r,1);break}}}function LS(i){let t=i.prev,e=i,n=i.next;if(sn(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),f=Math.max(s,r,o),d=Math.max(a,l,c),p=n.next;for(;p!==t;){if(p.x>=h&&p.x<=f&&p.y>=u&&p.y<=d&&ga(s,a,r,l,o,c,p.x,p.y)&&sn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function DS(i,t,e,n){let s=i.prev,r=i,o=i.next;if(sn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,f=o.y,d=Math.min(a,l,c),p=Math.min(h,u,f),y=Math.max(a,l,c),m=Math.max(h,u,f),g=nd(d,p,t,e,n),v=nd(y,m,t,e,n),A=i.prevZ,S=i.nextZ;for(;A&&A.z>=g&&S&&S.z<=v;){if(A.x>=d&&A.x<=y&&A.y>=p&&A.y<=m&&A!==s&&A!==o&&ga(a,h,l,u,c,f,A.x,A.y)&&sn(A.prev,A,A.next)>=0||(A=A.prevZ,S.x>=d&&S.x<=y&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&ga(a,h,l,u,c,f,S.x,S.y)&&sn(S.prev,S,S.next)>=0))return!1;S=S.nextZ}for(;A&&A.z>=g;){if(A.x>=d&&A.x<=y&&A.y>=p&&A.y<=m&&A!==s&&A!==o&&ga(a,h,l,u,c,f,A.x,A.y)&&sn(A.prev,A,A.next)>=0)return!1;A=A.prevZ}for(;S&&S.z<=v;){if(S.x>=d&&S.x<=y&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&ga(a,h,l,u,c,f,S.x,S.y)&&sn(S.prev,S,S.next)>=0)return!1;S=S.nextZ}return!0}function NS(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Do(n,s)&&X0(n,e,e.next,s)&&Ha(n,s)&&Ha(s,n)&&(t.push(n.i,e.i,s.i),Wa(e),Wa(e.next),e=i=s),e=e.next}while(e!==i);return Ar(e)}function US(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&WS(o,a)){let l=q0(o,a);o=Ar(o,o.next),l=Ar(l,l.next),Ga(o,t,e,n,s,r,0),Ga(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function FS(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=H0(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(HS(c))}s.sort(OS);for(let r=0;r<s.length;r++)e=BS(s[r],e);return e}function OS(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function BS(i,t){let e=zS(i,t);if(!e)return t;let n=q0(e,i);return Ar(n,n.next),Ar(e,e.next)}function zS(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Do(i,e))return e;do{if(Do(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&W0(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);Ha(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&kS(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function kS(i,t){return sn(i.prev,i,t.prev)<0&&sn(t.next,i,i.next)<0}function VS(i,t,e,n){let s=i;do s.z===0&&(s.z=nd(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,GS(s)}function GS(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function nd(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function HS(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function W0(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function ga(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&W0(i,t,e,n,s,r,o,a)}function WS(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!XS(i,t)&&(Ha(i,t)&&Ha(t,i)&&qS(i,t)&&(sn(i.prev,i,t.prev)||sn(i,t.prev,t))||Do(i,t)&&sn(i.prev,i,i.next)>0&&sn(t.prev,t,t.next)>0)}function sn(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Do(i,t){return i.x===t.x&&i.y===t.y}function X0(i,t,e,n){let s=yc(sn(i,t,e)),r=yc(sn(i,t,n)),o=yc(sn(e,n,i)),a=yc(sn(e,n,t));return!!(s!==r&&o!==a||s===0&&xc(i,e,t)||r===0&&xc(i,n,t)||o===0&&xc(e,i,n)||a===0&&xc(e,t,n))}function xc(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function yc(i){return i>0?1:i<0?-1:0}function XS(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&X0(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function Ha(i,t){return sn(i.prev,i,i.next)<0?sn(i,t,i.next)>=0&&sn(i,i.prev,t)>=0:sn(i,t,i.prev)<0||sn(i,i.next,t)<0}function qS(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function q0(i,t){let e=id(i.i,i.x,i.y),n=id(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function Zg(i,t,e,n){let s=id(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function Wa(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function id(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function YS(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var sd=class{static triangulate(t,e,n=2){return IS(t,e,n)}},br=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];$g(t),Jg(n,t);let o=t.length;e.forEach($g);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,Jg(n,e[l]);let a=sd.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function $g(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function Jg(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var Cr=class i extends Ze{constructor(t=new Cs([new pt(.5,.5),new pt(-.5,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new ve(s,3)),this.setAttribute("uv",new ve(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,f=e.bevelEnabled!==void 0?e.bevelEnabled:!0,d=e.bevelThickness!==void 0?e.bevelThickness:.2,p=e.bevelSize!==void 0?e.bevelSize:d-.1,y=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,g=e.extrudePath,v=e.UVGenerator!==void 0?e.UVGenerator:ZS,A,S=!1,P,T,_,E;if(g){A=g.getSpacedPoints(h),S=!0,f=!1;let ot=g.isCatmullRomCurve3?g.closed:!1;P=g.computeFrenetFrames(h,ot),T=new R,_=new R,E=new R}f||(m=0,d=0,p=0,y=0);let B=a.extractPoints(c),D=B.shape,L=B.holes;if(!br.isClockWise(D)){D=D.reverse();for(let ot=0,vt=L.length;ot<vt;ot++){let xt=L[ot];br.isClockWise(xt)&&(L[ot]=xt.reverse())}}function W(ot){let xt=10000000000000001e-36,Bt=ot[0];for(let Dt=1;Dt<=ot.length;Dt++){let ee=Dt%ot.length,zt=ot[ee],ge=zt.x-Bt.x,de=zt.y-Bt.y,xe=ge*ge+de*de,F=Math.max(Math.abs(zt.x),Math.abs(zt.y),Math.abs(Bt.x),Math.abs(Bt.y)),Mt=xt*F*F;if(xe<=Mt){ot.splice(ee,1),Dt--;continue}Bt=zt}}W(D),L.forEach(W);let N=L.length,V=D;for(let ot=0;ot<N;ot++){let vt=L[ot];D=D.concat(vt)}function Y(ot,vt,xt){return vt||ce("ExtrudeGeometry: vec does not exist"),ot.clone().addScaledVector(vt,xt)}let k=D.length;function ct(ot,vt,xt){let Bt,Dt,ee,zt=ot.x-vt.x,ge=ot.y-vt.y,de=xt.x-ot.x,xe=xt.y-ot.y,F=zt*zt+ge*ge,Mt=zt*xe-ge*de;if(Math.abs(Mt)>Number.EPSILON){let Xt=Math.sqrt(F),he=Math.sqrt(de*de+xe*xe),Et=vt.x-ge/Xt,Fe=vt.y+zt/Xt,Zt=xt.x-xe/he,Qt=xt.y+de/he,C=((Zt-Et)*xe-(Qt-Fe)*de)/(zt*xe-ge*de);Bt=Et+zt*C-ot.x,Dt=Fe+ge*C-ot.y;let M=Bt*Bt+Dt*Dt;if(M<=2)return new pt(Bt,Dt);ee=Math.sqrt(M/2)}else{let Xt=!1;zt>Number.EPSILON?de>Number.EPSILON&&(Xt=!0):zt<-Number.EPSILON?de<-Number.EPSILON&&(Xt=!0):Math.sign(ge)===Math.sign(xe)&&(Xt=!0),Xt?(Bt=-ge,Dt=zt,ee=Math.sqrt(F)):(Bt=zt,Dt=ge,ee=Math.sqrt(F/2))}return new pt(Bt/ee,Dt/ee)}let J=[];for(let ot=0,vt=V.length,xt=vt-1,Bt=ot+1;ot<vt;ot++,xt++,Bt++)xt===vt&&(xt=0),Bt===vt&&(Bt=0),J[ot]=ct(V[ot],V[xt],V[Bt]);let Q=[],et,dt=J.concat();for(let ot=0,vt=N;ot<vt;ot++){let xt=L[ot];et=[];for(let Bt=0,Dt=xt.length,ee=Dt-1,zt=Bt+1;Bt<Dt;Bt++,ee++,zt++)ee===Dt&&(ee=0),zt===Dt&&(zt=0),et[Bt]=ct(xt[Bt],xt[ee],xt[zt]);Q.push(et),dt=dt.concat(et)}let ht;if(m===0)ht=br.triangulateShape(V,L);else{let ot=[],vt=[];for(let xt=0;xt<m;xt++){let Bt=xt/m,Dt=d*Math.cos(Bt*Math.PI/2),ee=p*Math.sin(Bt*Math.PI/2)+y;for(let zt=0,ge=V.length;zt<ge;zt++){let de=Y(V[zt],J[zt],ee);Gt(de.x,de.y,-Dt),Bt===0&&ot.push(de)}for(let zt=0,ge=N;zt<ge;zt++){let de=L[zt];et=Q[zt];let xe=[];for(let F=0,Mt=de.length;F<Mt;F++){let Xt=Y(de[F],et[F],ee);Gt(Xt.x,Xt.y,-Dt),Bt===0&&xe.push(Xt)}Bt===0&&vt.push(xe)}}ht=br.triangulateShape(ot,vt)}let tt=ht.length,_t=p+y;for(let ot=0;ot<k;ot++){let vt=f?Y(D[ot],dt[ot],_t):D[ot];S?(_.copy(P.normals[0]).multiplyScalar(vt.x),T.copy(P.binormals[0]).multiplyScalar(vt.y),E.copy(A[0]).add(_).add(T),Gt(E.x,E.y,E.z)):Gt(vt.x,vt.y,0)}for(let ot=1;ot<=h;ot++)for(let vt=0;vt<k;vt++){let xt=f?Y(D[vt],dt[vt],_t):D[vt];S?(_.copy(P.normals[ot]).multiplyScalar(xt.x),T.copy(P.binormals[ot]).multiplyScalar(xt.y),E.copy(A[ot]).add(_).add(T),Gt(E.x,E.y,E.z)):Gt(xt.x,xt.y,u/h*ot)}for(let ot=m-1;ot>=0;ot--){let vt=ot/m,xt=d*Math.cos(vt*Math.PI/2),Bt=p*Math.sin(vt*Math.PI/2)+y;for(let Dt=0,ee=V.length;Dt<ee;Dt++){let zt=Y(V[Dt],J[Dt],Bt);Gt(zt.x,zt.y,u+xt)}for(let Dt=0,ee=L.length;Dt<ee;Dt++){let zt=L[Dt];et=Q[Dt];for(let ge=0,de=zt.length;ge<de;ge++){let xe=Y(zt[ge],et[ge],Bt);S?Gt(xe.x,xe.y+A[h-1].y,A[h-1].x+xt):Gt(xe.x,xe.y,u+xt)}}}yt(),Lt();function yt(){let ot=s.length/3;if(f){let vt=0,xt=k*vt;for(let Bt=0;Bt<tt;Bt++){let Dt=ht[Bt];ie(Dt[2]+xt,Dt[1]+xt,Dt[0]+xt)}vt=h+m*2,xt=k*vt;for(let Bt=0;Bt<tt;Bt++){let Dt=ht[Bt];ie(Dt[0]+xt,Dt[1]+xt,Dt[2]+xt)}}else{for(let vt=0;vt<tt;vt++){let xt=ht[vt];ie(xt[2],xt[1],xt[0])}for(let vt=0;vt<tt;vt++){let xt=ht[vt];ie(xt[0]+k*h,xt[1]+k*h,xt[2]+k*h)}}n.addGroup(ot,s.length/3-ot,0)}function Lt(){let ot=s.length/3,vt=0;wt(V,vt),vt+=V.length;for(let xt=0,Bt=L.length;xt<Bt;xt++){let Dt=L[xt];wt(Dt,vt),vt+=Dt.length}n.addGroup(ot,s.length/3-ot,1)}function wt(ot,vt){let xt=ot.length;for(;--xt>=0;){let Bt=xt,Dt=xt-1;Dt<0&&(Dt=ot.length-1);for(let ee=0,zt=h+m*2;ee<zt;ee++){let ge=k*ee,de=k*(ee+1),xe=vt+Bt+ge,F=vt+Dt+ge,Mt=vt+Dt+de,Xt=vt+Bt+de;Jt(xe,F,Mt,Xt)}}}function Gt(ot,vt,xt){l.push(ot),l.push(vt),l.push(xt)}function ie(ot,vt,xt){se(ot),se(vt),se(xt);let Bt=s.length/3,Dt=v.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);ne(Dt[0]),ne(Dt[1]),ne(Dt[2])}function Jt(ot,vt,xt,Bt){se(ot),se(vt),se(Bt),se(vt),se(xt),se(Bt);let Dt=s.length/3,ee=v.generateSideWallUV(n,s,Dt-6,Dt-3,Dt-2,Dt-1);ne(ee[0]),ne(ee[1]),ne(ee[3]),ne(ee[1]),ne(ee[2]),ne(ee[3])}function se(ot){s.push(l[ot*3+0]),s.push(l[ot*3+1]),s.push(l[ot*3+2])}function ne(ot){r.push(ot.x),r.push(ot.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return $S(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new ed[s.type]().fromJSON(s)),new i(n,t.options)}},ZS={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new pt(r,o),new pt(a,l),new pt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],f=t[s*3],d=t[s*3+1],p=t[s*3+2],y=t[r*3],m=t[r*3+1],g=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new pt(o,1-l),new pt(c,1-u),new pt(f,1-p),new pt(y,1-g)]:[new pt(a,1-l),new pt(h,1-u),new pt(d,1-p),new pt(m,1-g)]}};function $S(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var Xa=class i extends Ze{constructor(t=[new pt(0,-.5),new pt(.5,0),new pt(0,.5)],e=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:t,segments:e,phiStart:n,phiLength:s},e=Math.floor(e),s=fe(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/e,u=new R,f=new pt,d=new R,p=new R,y=new R,m=0,g=0;for(let v=0;v<=t.length-1;v++)switch(v){case 0:m=t[v+1].x-t[v].x,g=t[v+1].y-t[v].y,d.x=g*1,d.y=-m,d.z=g*0,y.copy(d),d.normalize(),l.push(d.x,d.y,d.z);break;case t.length-1:y.normalize(),l.push(y.x,y.y,y.z);break;default:m=t[v+1].x-t[v].x,g=t[v+1].y-t[v].y,d.x=g*1,d.y=-m,d.z=g*0,p.copy(d),d.x+=y.x,d.y+=y.y,d.z+=y.z,d.normalize(),l.push(d.x,d.y,d.z),y.copy(p)}for(let v=0;v<=e;v++){let A=n+v*h*s,S=Math.sin(A),P=Math.cos(A);for(let T=0;T<=t.length-1;T++){u.x=t[T].x*S,u.y=t[T].y,u.z=t[T].x*P,o.push(u.x,u.y,u.z),f.x=v/e,f.y=T/(t.length-1),a.push(f.x,f.y);let _=l[3*T+0]*S,E=l[3*T+1],B=l[3*T+0]*P;c.push(_,E,B)}}for(let v=0;v<e;v++)for(let A=0;A<t.length-1;A++){let S=A+v*t.length,P=S,T=S+t.length,_=S+t.length+1,E=S+1;r.push(P,T,E),r.push(_,E,T)}this.setIndex(r),this.setAttribute("position",new ve(o,3)),this.setAttribute("uv",new ve(a,2)),this.setAttribute("normal",new ve(c,3))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.points,t.segments,t.phiStart,t.phiLength)}};var is=class i extends Ze{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,f=e/l,d=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let v=g*f-o;for(let A=0;A<c;A++){let S=A*u-r;p.push(S,-v,0),y.push(0,0,1),m.push(A/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let A=v+c*g,S=v+c*(g+1),P=v+1+c*(g+1),T=v+1+c*g;d.push(A,S,T),d.push(S,P,T)}this.setIndex(d),this.setAttribute("position",new ve(p,3)),this.setAttribute("normal",new ve(y,3)),this.setAttribute("uv",new ve(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var Ks=class i extends Ze{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new R,f=new R,d=[],p=[],y=[],m=[];for(let g=0;g<=n;g++){let v=[],A=g/n,S=o+A*a,P=t*Math.cos(S),T=Math.sqrt(t*t-P*P),_=0;g===0&&o===0?_=.5/e:g===n&&l===Math.PI&&(_=-.5/e);for(let E=0;E<=e;E++){let B=E/e,D=s+B*r;u.x=-T*Math.cos(D),u.y=P,u.z=T*Math.sin(D),p.push(u.x,u.y,u.z),f.copy(u).normalize(),y.push(f.x,f.y,f.z),m.push(B+_,1-A),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<e;v++){let A=h[g][v+1],S=h[g][v],P=h[g+1][v],T=h[g+1][v+1];(g!==0||o>0)&&d.push(A,S,T),(g!==n-1||l<Math.PI)&&d.push(S,P,T)}this.setIndex(d),this.setAttribute("position",new ve(p,3)),this.setAttribute("normal",new ve(y,3)),this.setAttribute("uv",new ve(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var qa=class i extends Ze{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],f=new R,d=new R,p=new R;for(let y=0;y<=n;y++){let m=o+y/n*a;for(let g=0;g<=s;g++){let v=g/s*r;d.x=(t+e*Math.cos(m))*Math.cos(v),d.y=(t+e*Math.cos(m))*Math.sin(v),d.z=e*Math.sin(m),c.push(d.x,d.y,d.z),f.x=t*Math.cos(v),f.y=t*Math.sin(v),p.subVectors(d,f).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(y/n)}}for(let y=1;y<=n;y++)for(let m=1;m<=s;m++){let g=(s+1)*y+m-1,v=(s+1)*(y-1)+m-1,A=(s+1)*(y-1)+m,S=(s+1)*y+m;l.push(g,v,S),l.push(v,A,S)}this.setIndex(l),this.setAttribute("position",new ve(c,3)),this.setAttribute("normal",new ve(h,3)),this.setAttribute("uv",new ve(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var Ya=class extends Ze{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new R,r=new R;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],f=u.start,d=u.count;for(let p=f,y=f+d;p<y;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),v=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,v),Kg(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),Kg(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new ve(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function Kg(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}var Za=class extends es{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new oe(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};function Nr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(jg(s))s.isRenderTargetTexture?(te("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(jg(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Gn(i){let t={};for(let e=0;e<i.length;e++){let n=Nr(i[e]);for(let s in n)t[s]=n[s]}return t}function jg(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function JS(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Bd(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Ae.workingColorSpace}var dl={clone:Nr,merge:Gn},KS=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,jS=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,si=class extends es{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=KS,this.fragmentShader=jS,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Nr(t.uniforms),this.uniformsGroups=JS(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new oe().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new R().fromArray(s.value);break;case"v4":this.uniforms[n].value=new ze().fromArray(s.value);break;case"m3":this.uniforms[n].value=new pe().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ce().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Jc=class extends si{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},vi=class extends es{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new oe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new oe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Kh,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ts,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Kc=class extends es{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=P0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},jc=class extends es{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function yo(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function vc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var js=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Qc=class extends js{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:jf,endingEnd:jf}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Qf:r=t,a=2*e-n;break;case td:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Qf:o=t,l=2*n-e;break;case td:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,f=this._weightPrev,d=this._weightNext,p=(n-e)/(s-e),y=p*p,m=y*p,g=-f*m+2*f*y-f*p,v=(1+f)*m+(-1.5-2*f)*y+(-.5+f)*p+1,A=(-1-d)*m+(1.5+d)*y+.5*p,S=d*m-d*y;for(let P=0;P!==a;++P)r[P]=g*o[h+P]+v*o[c+P]+A*o[l+P]+S*o[u+P];return r}},th=class extends js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let f=0;f!==a;++f)r[f]=o[c+f]*u+o[l+f]*h;return r}},eh=class extends js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},nh=class extends js{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),y=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*y+o[l+m]*p;return r}let f=a*2,d=t-1;for(let p=0;p!==a;++p){let y=o[c+p],m=o[l+p],g=d*f+p*2,v=u[g],A=u[g+1],S=t*f+p*2,P=h[S],T=h[S+1],_=tM(n,e,v,P,s);r[p]=Y0(_,y,A,T,m)}return r}};function Y0(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function QS(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function tM(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=Y0(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=QS(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var Si=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=yo(e,this.TimeBufferType),this.values=yo(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:yo(t.times,Array),values:yo(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),vc(t.settings)&&(n.settings={inTangents:yo(t.settings.inTangents,Array),outTangents:yo(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new eh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new th(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Qc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new nh(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Sa:e=this.InterpolantFactoryMethodDiscrete;break;case Uc:e=this.InterpolantFactoryMethodLinear;break;case wc:e=this.InterpolantFactoryMethodSmooth;break;case Kf:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return te("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Sa;case this.InterpolantFactoryMethodLinear:return Uc;case this.InterpolantFactoryMethodSmooth:return wc;case this.InterpolantFactoryMethodBezier:return Kf}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;vc(this.settings)&&(Qg(this.settings.inTangents,t),Qg(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;vc(this.settings)&&(t0(this.settings.inTangents,t),t0(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ce("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(ce("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){ce("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ce("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Hv(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ce("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===wc,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,f=u-n,d=u+n;for(let p=0;p!==n;++p){let y=e[u+p];if(y!==e[f+p]||y!==e[d+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,f=o*n;for(let d=0;d!==n;++d)e[f+d]=e[u+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,vc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Qg(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function t0(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}Si.prototype.ValueTypeName="";Si.prototype.TimeBufferType=Float32Array;Si.prototype.ValueBufferType=Float32Array;Si.prototype.DefaultInterpolation=Uc;var Qs=class extends Si{constructor(t,e,n){super(t,e,n)}};Qs.prototype.ValueTypeName="bool";Qs.prototype.ValueBufferType=Array;Qs.prototype.DefaultInterpolation=Sa;Qs.prototype.InterpolantFactoryMethodLinear=void 0;Qs.prototype.InterpolantFactoryMethodSmooth=void 0;var ih=class extends Si{constructor(t,e,n,s){super(t,e,n,s)}};ih.prototype.ValueTypeName="color";var sh=class extends Si{constructor(t,e,n,s){super(t,e,n,s)}};sh.prototype.ValueTypeName="number";var rh=class extends js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Ie.slerpFlat(r,0,o,c-a,o,c,l);return r}},$a=class extends Si{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new rh(this.times,this.values,this.getValueSize(),t)}};$a.prototype.ValueTypeName="quaternion";$a.prototype.InterpolantFactoryMethodSmooth=void 0;var tr=class extends Si{constructor(t,e,n){super(t,e,n)}};tr.prototype.ValueTypeName="string";tr.prototype.ValueBufferType=Array;tr.prototype.DefaultInterpolation=Sa;tr.prototype.InterpolantFactoryMethodLinear=void 0;tr.prototype.InterpolantFactoryMethodSmooth=void 0;var oh=class extends Si{constructor(t,e,n,s){super(t,e,n,s)}};oh.prototype.ValueTypeName="vector";var ah=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,f=c.length;u<f;u+=2){let d=c[u],p=c[u+1];if(d.global&&(d.lastIndex=0),d.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Z0=new ah,lh=class{constructor(t){this.manager=t!==void 0?t:Z0,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};lh.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ja=class extends Dn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new oe(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Ka=class extends Ja{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Dn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new oe(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},$f=new Ce,e0=new R,n0=new R,ch=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=ri,this.map=null,this.mapPass=null,this.matrix=new Ce,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Ys,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new ze(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;e0.setFromMatrixPosition(t.matrixWorld),e.position.copy(e0),n0.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(n0),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){$f.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix($f,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Ao||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply($f)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Sc=new R,Mc=new Ie,Qi=new R,ja=class extends Dn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ce,this.projectionMatrix=new Ce,this.projectionMatrixInverse=new Ce,this.coordinateSystem=Ai,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Sc,Mc,Qi),Qi.x===1&&Qi.y===1&&Qi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Sc,Mc,Qi.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Sc,Mc,Qi),Qi.x===1&&Qi.y===1&&Qi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Sc,Mc,Qi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Xs=new R,i0=new pt,s0=new pt,Kn=class extends ja{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Ro*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(wo*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Ro*2*Math.atan(Math.tan(wo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Xs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Xs.x,Xs.y).multiplyScalar(-t/Xs.z),Xs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Xs.x,Xs.y).multiplyScalar(-t/Xs.z)}getViewSize(t,e){return this.getViewBounds(t,i0,s0),e.subVectors(s0,i0)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(wo*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var Qa=class extends ja{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},rd=class extends ch{constructor(){super(new Qa(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},No=class extends Ja{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Dn.DEFAULT_UP),this.updateMatrix(),this.target=new Dn,this.shadow=new rd}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var tl=class extends Ze{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var vo=-90,So=1,Uo=class extends Dn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Kn(vo,So,t,e);s.layers=this.layers,this.add(s);let r=new Kn(vo,So,t,e);r.layers=this.layers,this.add(r);let o=new Kn(vo,So,t,e);o.layers=this.layers,this.add(o);let a=new Kn(vo,So,t,e);a.layers=this.layers,this.add(a);let l=new Kn(vo,So,t,e);l.layers=this.layers,this.add(l);let c=new Kn(vo,So,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Ai)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Ao)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=y,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,f,d),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},hh=class extends Kn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var zd="\\[\\]\\.:\\/",eM=new RegExp("["+zd+"]","g"),kd="[^"+zd+"]",nM="[^"+zd.replace("\\.","")+"]",iM=/((?:WC+[\/:])*)/.source.replace("WC",kd),sM=/(WCOD+)?/.source.replace("WCOD",nM),rM=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",kd),oM=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",kd),aM=new RegExp("^"+iM+sM+rM+oM+"$"),lM=["material","materials","bones","map"],od=class{constructor(t,e,n){let s=n||tn.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},tn=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(eM,"")}static parseTrackName(t){let e=aM.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);lM.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){te("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){ce("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ce("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ce("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ce("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ce("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){ce("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){ce("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;ce("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){ce("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ce("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};tn.Composite=od;tn.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};tn.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};tn.prototype.GetterByBindingType=[tn.prototype._getValue_direct,tn.prototype._getValue_array,tn.prototype._getValue_arrayElement,tn.prototype._getValue_toArray];tn.prototype.SetterByBindingTypeAndVersioning=[[tn.prototype._setValue_direct,tn.prototype._setValue_direct_setNeedsUpdate,tn.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[tn.prototype._setValue_array,tn.prototype._setValue_array_setNeedsUpdate,tn.prototype._setValue_array_setMatrixWorldNeedsUpdate],[tn.prototype._setValue_arrayElement,tn.prototype._setValue_arrayElement_setNeedsUpdate,tn.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[tn.prototype._setValue_fromArray,tn.prototype._setValue_fromArray_setNeedsUpdate,tn.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var wC=new Float32Array(1);var er=class extends zc{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var ss=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=fe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(fe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var ad=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var r0=new R,bc=new R,Mo=new R,bo=new R,Jf=new R,cM=new R,hM=new R,el=class{constructor(t=new R,e=new R){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){r0.subVectors(t,this.start),bc.subVectors(this.end,this.start);let n=bc.dot(bc);if(n===0)return 0;let r=bc.dot(r0)/n;return e&&(r=fe(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=cM,n=hM){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;Mo.subVectors(c,a),bo.subVectors(h,l),Jf.subVectors(a,l);let u=Mo.dot(Mo),f=bo.dot(bo),d=bo.dot(Jf);if(u<=s&&f<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=d/f,o=fe(o,0,1);else{let p=Mo.dot(Jf);if(f<=s)o=0,r=fe(-p/u,0,1);else{let y=Mo.dot(bo),m=u*f-y*y;m!==0?r=fe((y*d-p*f)/m,0,1):r=0,o=(y*r+d)/f,o<0?(o=0,r=fe(-p/u,0,1)):o>1&&(o=1,r=fe((y-p)/u,0,1))}}return e.copy(a).addScaledVector(Mo,r),n.copy(l).addScaledVector(bo,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var nl=class extends zi{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function Vd(i,t,e,n){let s=uM(n);switch(e){case Td:return i*t;case _h:return i*t/s.components*s.byteLength;case xh:return i*t/s.components*s.byteLength;case rr:return i*t*2/s.components*s.byteLength;case yh:return i*t*2/s.components*s.byteLength;case Ad:return i*t*3/s.components*s.byteLength;case Hi:return i*t*4/s.components*s.byteLength;case vh:return i*t*4/s.components*s.byteLength;case rl:case ol:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case al:case ll:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Mh:case wh:return Math.max(i,16)*Math.max(t,8)/4;case Sh:case bh:return Math.max(i,8)*Math.max(t,8)/2;case Eh:case Th:case Ch:case Rh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Ah:case cl:case Ph:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Ih:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Lh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Dh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Nh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Uh:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Fh:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Oh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Bh:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case zh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case kh:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Vh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Gh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Hh:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case Wh:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Xh:case qh:case Yh:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Zh:case $h:return Math.ceil(i/4)*Math.ceil(t/4)*8;case hl:case Jh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function uM(i){switch(i){case ri:case Md:return{byteLength:1,components:1};case zo:case bd:case Gi:return{byteLength:2,components:1};case mh:case gh:return{byteLength:2,components:4};case Vi:case ph:case Ci:return{byteLength:4,components:1};case wd:case Ed:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?te("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function g_(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function dM(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,f=i.createBuffer();i.bindBuffer(l,f),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((d,p)=>d.start-p.start);let f=0;for(let d=1;d<u.length;d++){let p=u[f],y=u[d];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++f,u[f]=y)}u.length=f+1;for(let d=0,p=u.length;d<p;d++){let y=u[d];i.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var pM=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,mM=`#ifdef USE_ALPHAHASH
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
#endif`,gM=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,_M=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,xM=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,yM=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,vM=`#ifdef USE_AOMAP
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
#endif`,SM=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,MM=`#ifdef USE_BATCHING
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
#endif`,bM=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,wM=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,EM=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,TM=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,AM=`#ifdef USE_IRIDESCENCE
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
#endif`,CM=`#ifdef USE_BUMPMAP
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
#endif`,RM=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,PM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,IM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,LM=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,DM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,NM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,UM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,FM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,OM=`#define PI 3.141592653589793
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
} // validated`,BM=`vec3 transformedNormal = objectNormal;
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
#endif`,zM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,kM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,VM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,GM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,HM="gl_FragColor = linearToOutputTexel( gl_FragColor );",WM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,XM=`#ifdef USE_ENVMAP
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
#endif`,qM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,YM=`#ifdef USE_ENVMAP
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
#endif`,ZM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,$M=`#ifdef USE_ENVMAP
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
#endif`,JM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,KM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,jM=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,QM=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,tb=`#ifdef USE_GRADIENTMAP
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
}`,eb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,nb=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,ib=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,sb=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,rb=`#ifdef USE_ENVMAP
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
#endif`,ob=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,ab=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,lb=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,cb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,hb=`PhysicalMaterial material;
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
#endif`,ub=`uniform sampler2D dfgLUT;
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
}`,fb=`
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
#endif`,db=`#if defined( RE_IndirectDiffuse )
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
#endif`,pb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,mb=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,gb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,_b=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,xb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,yb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,vb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Sb=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Mb=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,bb=`#if defined( USE_POINTS_UV )
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
#endif`,wb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Eb=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Tb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Ab=`#if defined( USE_MORPHCOLORS )
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
#endif`,Cb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Rb=`#ifdef USE_MORPHTARGETS
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
#endif`,Pb=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Ib=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,Lb=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,Db=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Nb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Ub=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Fb=`#ifdef USE_NORMALMAP
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
#endif`,Ob=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Bb=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,zb=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,kb=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Vb=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Gb=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,Hb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Wb=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Xb=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,qb=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Yb=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Zb=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,$b=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,Jb=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,Kb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,jb=`float getShadowMask() {
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
}`,Qb=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,tw=`#ifdef USE_SKINNING
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
#endif`,ew=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,nw=`#ifdef USE_SKINNING
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
#endif`,iw=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,sw=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,rw=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,ow=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,aw=`#ifdef USE_TRANSMISSION
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
#endif`,lw=`#ifdef USE_TRANSMISSION
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
#endif`,cw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,hw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,uw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,fw=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,dw=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,pw=`uniform sampler2D t2D;
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
}`,mw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,gw=`uniform float backgroundBlurriness;
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
}`,_w=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,xw=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,yw=`#include <common>
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
}`,vw=`#if DEPTH_PACKING == 3200
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
}`,Sw=`#define DISTANCE
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
}`,Mw=`#define DISTANCE
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
}`,bw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,ww=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Ew=`uniform float scale;
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
}`,Tw=`uniform vec3 diffuse;
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
}`,Aw=`#include <common>
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
}`,Cw=`uniform vec3 diffuse;
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
}`,Rw=`#define LAMBERT
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
}`,Pw=`#define LAMBERT
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
}`,Iw=`#define MATCAP
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
}`,Lw=`#define MATCAP
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
}`,Dw=`#define NORMAL
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
}`,Nw=`#define NORMAL
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
}`,Uw=`#define PHONG
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
}`,Fw=`#define PHONG
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
}`,Ow=`#define STANDARD
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
}`,Bw=`#define STANDARD
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
}`,zw=`#define TOON
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
}`,kw=`#define TOON
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
}`,Vw=`uniform float size;
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
}`,Gw=`uniform vec3 diffuse;
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
}`,Hw=`#include <common>
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
}`,Ww=`uniform vec3 color;
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
}`,Xw=`uniform float rotation;
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
}`,qw=`uniform vec3 diffuse;
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
}`,Se={alphahash_fragment:pM,alphahash_pars_fragment:mM,alphamap_fragment:gM,alphamap_pars_fragment:_M,alphatest_fragment:xM,alphatest_pars_fragment:yM,aomap_fragment:vM,aomap_pars_fragment:SM,batching_pars_vertex:MM,batching_vertex:bM,begin_vertex:wM,beginnormal_vertex:EM,bsdfs:TM,iridescence_fragment:AM,bumpmap_pars_fragment:CM,clipping_planes_fragment:RM,clipping_planes_pars_fragment:PM,clipping_planes_pars_vertex:IM,clipping_planes_vertex:LM,color_fragment:DM,color_pars_fragment:NM,color_pars_vertex:UM,color_vertex:FM,common:OM,defaultnormal_vertex:BM,displacementmap_pars_vertex:zM,displacementmap_vertex:kM,emissivemap_fragment:VM,emissivemap_pars_fragment:GM,colorspace_fragment:HM,colorspace_pars_fragment:WM,envmap_fragment:XM,envmap_common_pars_fragment:qM,envmap_pars_fragment:YM,envmap_pars_vertex:ZM,envmap_physical_pars_fragment:rb,envmap_vertex:$M,fog_vertex:JM,fog_pars_vertex:KM,fog_fragment:jM,fog_pars_fragment:QM,gradientmap_pars_fragment:tb,lightmap_pars_fragment:eb,lights_lambert_fragment:nb,lights_lambert_pars_fragment:ib,lights_pars_begin:sb,lights_toon_fragment:ob,lights_toon_pars_fragment:ab,lights_phong_fragment:lb,lights_phong_pars_fragment:cb,lights_physical_fragment:hb,lights_physical_pars_fragment:ub,lights_fragment_begin:fb,lights_fragment_maps:db,lights_fragment_end:pb,lightprobes_pars_fragment:mb,logdepthbuf_fragment:gb,logdepthbuf_pars_fragment:_b,logdepthbuf_pars_vertex:xb,logdepthbuf_vertex:yb,map_fragment:vb,map_pars_fragment:Sb,map_particle_fragment:Mb,map_particle_pars_fragment:bb,metalnessmap_fragment:wb,metalnessmap_pars_fragment:Eb,morphinstance_vertex:Tb,morphcolor_vertex:Ab,morphnormal_vertex:Cb,morphtarget_pars_vertex:Rb,morphtarget_vertex:Pb,normal_fragment_begin:Ib,normal_fragment_maps:Lb,normal_pars_fragment:Db,normal_pars_vertex:Nb,normal_vertex:Ub,normalmap_pars_fragment:Fb,clearcoat_normal_fragment_begin:Ob,clearcoat_normal_fragment_maps:Bb,clearcoat_pars_fragment:zb,iridescence_pars_fragment:kb,opaque_fragment:Vb,packing:Gb,premultiplied_alpha_fragment:Hb,project_vertex:Wb,dithering_fragment:Xb,dithering_pars_fragment:qb,roughnessmap_fragment:Yb,roughnessmap_pars_fragment:Zb,shadowmap_pars_fragment:$b,shadowmap_pars_vertex:Jb,shadowmap_vertex:Kb,shadowmask_pars_fragment:jb,skinbase_vertex:Qb,skinning_pars_vertex:tw,skinning_vertex:ew,skinnormal_vertex:nw,specularmap_fragment:iw,specularmap_pars_fragment:sw,tonemapping_fragment:rw,tonemapping_pars_fragment:ow,transmission_fragment:aw,transmission_pars_fragment:lw,uv_pars_fragment:cw,uv_pars_vertex:hw,uv_vertex:uw,worldpos_vertex:fw,background_vert:dw,background_frag:pw,backgroundCube_vert:mw,backgroundCube_frag:gw,cube_vert:_w,cube_frag:xw,depth_vert:yw,depth_frag:vw,distance_vert:Sw,distance_frag:Mw,equirect_vert:bw,equirect_frag:ww,linedashed_vert:Ew,linedashed_frag:Tw,meshbasic_vert:Aw,meshbasic_frag:Cw,meshlambert_vert:Rw,meshlambert_frag:Pw,meshmatcap_vert:Iw,meshmatcap_frag:Lw,meshnormal_vert:Dw,meshnormal_frag:Nw,meshphong_vert:Uw,meshphong_frag:Fw,meshphysical_vert:Ow,meshphysical_frag:Bw,meshtoon_vert:zw,meshtoon_frag:kw,points_vert:Vw,points_frag:Gw,shadow_vert:Hw,shadow_frag:Ww,sprite_vert:Xw,sprite_frag:qw},Ut={common:{diffuse:{value:new oe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new pe},alphaMap:{value:null},alphaMapTransform:{value:new pe},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new pe}},envmap:{envMap:{value:null},envMapRotation:{value:new pe},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new pe}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new pe}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new pe},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new pe},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new pe},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new pe}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new pe}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new pe}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new oe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new oe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new pe},alphaTest:{value:0},uvTransform:{value:new pe}},sprite:{diffuse:{value:new oe(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new pe},alphaMap:{value:null},alphaMapTransform:{value:new pe},alphaTest:{value:0}}},ei={basic:{uniforms:Gn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.fog]),vertexShader:Se.meshbasic_vert,fragmentShader:Se.meshbasic_frag},lambert:{uniforms:Gn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new oe(0)},envMapIntensity:{value:1}}]),vertexShader:Se.meshlambert_vert,fragmentShader:Se.meshlambert_frag},phong:{uniforms:Gn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new oe(0)},specular:{value:new oe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Se.meshphong_vert,fragmentShader:Se.meshphong_frag},standard:{uniforms:Gn([Ut.common,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.roughnessmap,Ut.metalnessmap,Ut.fog,Ut.lights,{emissive:{value:new oe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag},toon:{uniforms:Gn([Ut.common,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.gradientmap,Ut.fog,Ut.lights,{emissive:{value:new oe(0)}}]),vertexShader:Se.meshtoon_vert,fragmentShader:Se.meshtoon_frag},matcap:{uniforms:Gn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,{matcap:{value:null}}]),vertexShader:Se.meshmatcap_vert,fragmentShader:Se.meshmatcap_frag},points:{uniforms:Gn([Ut.points,Ut.fog]),vertexShader:Se.points_vert,fragmentShader:Se.points_frag},dashed:{uniforms:Gn([Ut.common,Ut.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Se.linedashed_vert,fragmentShader:Se.linedashed_frag},depth:{uniforms:Gn([Ut.common,Ut.displacementmap]),vertexShader:Se.depth_vert,fragmentShader:Se.depth_frag},normal:{uniforms:Gn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,{opacity:{value:1}}]),vertexShader:Se.meshnormal_vert,fragmentShader:Se.meshnormal_frag},sprite:{uniforms:Gn([Ut.sprite,Ut.fog]),vertexShader:Se.sprite_vert,fragmentShader:Se.sprite_frag},background:{uniforms:{uvTransform:{value:new pe},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Se.background_vert,fragmentShader:Se.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new pe}},vertexShader:Se.backgroundCube_vert,fragmentShader:Se.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Se.cube_vert,fragmentShader:Se.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Se.equirect_vert,fragmentShader:Se.equirect_frag},distance:{uniforms:Gn([Ut.common,Ut.displacementmap,{referencePosition:{value:new R},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Se.distance_vert,fragmentShader:Se.distance_frag},shadow:{uniforms:Gn([Ut.lights,Ut.fog,{color:{value:new oe(0)},opacity:{value:1}}]),vertexShader:Se.shadow_vert,fragmentShader:Se.shadow_frag}};ei.physical={uniforms:Gn([ei.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new pe},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new pe},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new pe},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new pe},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new pe},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new pe},sheen:{value:0},sheenColor:{value:new oe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new pe},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new pe},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new pe},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new pe},attenuationDistance:{value:0},attenuationColor:{value:new oe(0)},specularColor:{value:new oe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new pe},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new pe},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new pe}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag};var Qh={r:0,b:0,g:0},Yw=new Ce,__=new pe;__.set(-1,0,0,0,1,0,0,0,1);function Zw(i,t,e,n,s,r){let o=new oe(0),a=s===!0?0:1,l,c,h=null,u=0,f=null;function d(v){let A=v.isScene===!0?v.background:null;if(A&&A.isTexture){let S=v.backgroundBlurriness>0;A=t.get(A,S)}return A}function p(v){let A=!1,S=d(v);S===null?m(o,a):S&&S.isColor&&(m(S,1),A=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?e.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(v,A){let S=d(A);S&&S.isCubeTexture?(c===void 0&&(c=new Ne(new ns(1,1,1),new si({name:"BackgroundCubeMaterial",uniforms:Nr(ei.backgroundCube.uniforms),vertexShader:ei.backgroundCube.vertexShader,fragmentShader:ei.backgroundCube.fragmentShader,side:ti,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(Yw.makeRotationFromEuler(A.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(__),c.material.toneMapped=Ae.getTransfer(S.colorSpace)!==Be,(h!==S||u!==S.version||f!==i.toneMapping)&&(c.material.needsUpdate=!0,h=S,u=S.version,f=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new Ne(new is(2,2),new si({name:"BackgroundMaterial",uniforms:Nr(ei.background.uniforms),vertexShader:ei.background.vertexShader,fragmentShader:ei.background.fragmentShader,side:sr,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=Ae.getTransfer(S.colorSpace)!==Be,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||u!==S.version||f!==i.toneMapping)&&(l.material.needsUpdate=!0,h=S,u=S.version,f=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function m(v,A){v.getRGB(Qh,Bd(i)),e.buffers.color.setClear(Qh.r,Qh.g,Qh.b,A,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,A=1){o.set(v),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,m(o,a)},render:p,addToRenderList:y,dispose:g}}function $w(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=f(null),r=s,o=!1;function a(L,G,W,N,V){let Y=!1,k=u(L,N,W,G);r!==k&&(r=k,c(r.object)),Y=d(L,N,W,V),Y&&p(L,N,W,V),V!==null&&t.update(V,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,S(L,G,W,N),V!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(V).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function u(L,G,W,N){let V=N.wireframe===!0,Y=n[G.id];Y===void 0&&(Y={},n[G.id]=Y);let k=L.isInstancedMesh===!0?L.id:0,ct=Y[k];ct===void 0&&(ct={},Y[k]=ct);let J=ct[W.id];J===void 0&&(J={},ct[W.id]=J);let Q=J[V];return Q===void 0&&(Q=f(l()),J[V]=Q),Q}function f(L){let G=[],W=[],N=[];for(let V=0;V<e;V++)G[V]=0,W[V]=0,N[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:G,enabledAttributes:W,attributeDivisors:N,object:L,attributes:{},index:null}}function d(L,G,W,N){let V=r.attributes,Y=G.attributes,k=0,ct=W.getAttributes();for(let J in ct)if(ct[J].location>=0){let et=V[J],dt=Y[J];if(dt===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(dt=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(dt=L.instanceColor)),et===void 0||et.attribute!==dt||dt&&et.data!==dt.data)return!0;k++}return r.attributesNum!==k||r.index!==N}function p(L,G,W,N){let V={},Y=G.attributes,k=0,ct=W.getAttributes();for(let J in ct)if(ct[J].location>=0){let et=Y[J];et===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(et=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(et=L.instanceColor));let dt={};dt.attribute=et,et&&et.data&&(dt.data=et.data),V[J]=dt,k++}r.attributes=V,r.attributesNum=k,r.index=N}function y(){let L=r.newAttributes;for(let G=0,W=L.length;G<W;G++)L[G]=0}function m(L){g(L,0)}function g(L,G){let W=r.newAttributes,N=r.enabledAttributes,V=r.attributeDivisors;W[L]=1,N[L]===0&&(i.enableVertexAttribArray(L),N[L]=1),V[L]!==G&&(i.vertexAttribDivisor(L,G),V[L]=G)}function v(){let L=r.newAttributes,G=r.enabledAttributes;for(let W=0,N=G.length;W<N;W++)G[W]!==L[W]&&(i.disableVertexAttribArray(W),G[W]=0)}function A(L,G,W,N,V,Y,k){k===!0?i.vertexAttribIPointer(L,G,W,V,Y):i.vertexAttribPointer(L,G,W,N,V,Y)}function S(L,G,W,N){y();let V=N.attributes,Y=W.getAttributes(),k=G.defaultAttributeValues;for(let ct in Y){let J=Y[ct];if(J.location>=0){let Q=V[ct];if(Q===void 0&&(ct==="instanceMatrix"&&L.instanceMatrix&&(Q=L.instanceMatrix),ct==="instanceColor"&&L.instanceColor&&(Q=L.instanceColor)),Q!==void 0){let et=Q.normalized,dt=Q.itemSize,ht=t.get(Q);if(ht===void 0)continue;let tt=ht.buffer,_t=ht.type,yt=ht.bytesPerElement,Lt=_t===i.INT||_t===i.UNSIGNED_INT||Q.gpuType===ph;if(Q.isInterleavedBufferAttribute){let wt=Q.data,Gt=wt.isInterleavedBuffer===!0?wt.stride:wt.itemSize,ie=Q.offset;if(wt.isInstancedInterleavedBuffer||wt.isInstancedBufferAttribute){for(let Jt=0;Jt<J.locationSize;Jt++)g(J.location+Jt,wt.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=wt.meshPerAttribute*wt.count)}else for(let Jt=0;Jt<J.locationSize;Jt++)m(J.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Jt=0;Jt<J.locationSize;Jt++)A(J.location+Jt,dt/J.locationSize,_t,et,Gt*yt,(ie+dt/J.locationSize*Jt)*yt,Lt)}else{if(Q.isInstancedBufferAttribute){for(let wt=0;wt<J.locationSize;wt++)g(J.location+wt,Q.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let wt=0;wt<J.locationSize;wt++)m(J.location+wt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let wt=0;wt<J.locationSize;wt++)A(J.location+wt,dt/J.locationSize,_t,et,dt*yt,dt/J.locationSize*wt*yt,Lt)}}else if(k!==void 0){let et=k[ct];if(et!==void 0)switch(et.length){case 2:i.vertexAttrib2fv(J.location,et);break;case 3:i.vertexAttrib3fv(J.location,et);break;case 4:i.vertexAttrib4fv(J.location,et);break;default:i.vertexAttrib1fv(J.location,et)}}}}v()}function P(){B();for(let L in n){let G=n[L];for(let W in G){let N=G[W];for(let V in N){let Y=N[V];for(let k in Y)h(Y[k].object),delete Y[k];delete N[V]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let G=n[L.id];for(let W in G){let N=G[W];for(let V in N){let Y=N[V];for(let k in Y)h(Y[k].object),delete Y[k];delete N[V]}}delete n[L.id]}function _(L){for(let G in n){let W=n[G];for(let N in W){let V=W[N];if(V[L.id]===void 0)continue;let Y=V[L.id];for(let k in Y)h(Y[k].object),delete Y[k];delete V[L.id]}}}function E(L){for(let G in n){let W=n[G],N=L.isInstancedMesh===!0?L.id:0,V=W[N];if(V!==void 0){for(let Y in V){let k=V[Y];for(let ct in k)h(k[ct].object),delete k[ct];delete V[Y]}delete W[N],Object.keys(W).length===0&&delete n[G]}}}function B(){D(),o=!0,r!==s&&(r=s,c(r.object))}function D(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:D,dispose:P,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:m,disableUnusedAttributes:v}}function Jw(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let f=0;for(let d=0;d<h;d++)f+=c[d];e.update(f,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Kw(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Hi&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let E=_===Gi&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==ri&&_!==Ci&&!E&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(te("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&te("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&te("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),A=i.getParameter(i.MAX_VARYING_VECTORS),S=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:u,maxTextures:d,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:v,maxVaryings:A,maxFragmentUniforms:S,maxSamples:P,samples:T}}function jw(i){let t=this,e=null,n=0,s=!1,r=!1,o=new kn,a=new pe,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,f){let d=u.length!==0||f||n!==0||s;return s=f,n=u.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,f){e=h(u,f,0)},this.setState=function(u,f,d){let p=u.clippingPlanes,y=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let v=r?0:n,A=v*4,S=g.clippingState||null;l.value=S,S=h(p,f,A,d);for(let P=0;P!==A;++P)S[P]=e[P];g.clippingState=S,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,f,d,p){let y=u!==null?u.length:0,m=null;if(y!==0){if(m=l.value,p!==!0||m===null){let g=d+y*4,v=f.matrixWorldInverse;a.getNormalMatrix(v),(m===null||m.length<g)&&(m=new Float32Array(g));for(let A=0,S=d;A!==y;++A,S+=4)o.copy(u[A]).applyMatrix4(v,a),o.normal.toArray(m,S),m[S+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,m}}var gl=class extends _i{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new Na(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},s=new ns(5,5,5),r=new si({name:"CubemapFromEquirect",uniforms:Nr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:ti,blending:Pr});r.uniforms.tEquirect.value=e;let o=new Ne(s,r),a=e.minFilter;return e.minFilter===Rs&&(e.minFilter=jn),new Uo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},$0=256,Qw=3,t1=20,x_=256,y_=16,e1=3,n1=new R,i1=new oe,eu=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Uo(1,10,null),this._boxMesh=new Ne(new ns(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=n1}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(i1));let m=new Uo(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=j0(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=K0(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max($0,Nd(t))}_fromTexture(t,e){t.mapping===Lr||t.mapping===Bo?this._setSize(t.image.length===0?$0:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=J0(t,!1,!1),n=Math.log2(t)-Qw;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=J0(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Lr||t.mapping===Bo?(this._cubemapMaterial===null&&(this._cubemapMaterial=j0()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=K0()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=s1(),this._integrationMaterial=r1());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/y_);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-e1)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(x_*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=o1());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function J0(i,t,e){return new gl(i,{minFilter:Rs,generateMipmaps:t,type:Gi,colorSpace:Ma,depthBuffer:e})}function _l(i,t,e){return new si({name:i,uniforms:t,vertexShader:Se.cube_vert,fragmentShader:e,side:ti,blending:Pr,depthTest:!1,depthWrite:!1})}function s1(){return _l("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${x_}u

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
	`)}function r1(){return _l("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:y_}},`

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
	`)}function o1(){return _l("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${t1}
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
	`)}function K0(){return _l("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function j0(){return _l("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function a1(i){let t=new WeakMap,e=new WeakMap,n=null;function s(f,d=!1){return f==null?null:d?o(f):r(f)}function r(f){if(f&&f.isTexture){let d=f.mapping;if(d===uh||d===fh)if(t.has(f)){let p=t.get(f).texture;return a(p,f.mapping)}else{let p=f.image;if(p&&p.height>0){let y=new gl(p.height);return y.fromEquirectangularTexture(i,f),t.set(f,y),f.addEventListener("dispose",c),a(y.texture,f.mapping)}else return null}}return f}function o(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,p=d===uh||d===fh,y=d===Lr||d===Bo;if(p||y){let m=e.get(f),g=m!==void 0?m.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==g)return n===null&&(n=new eu(i)),m=p?n.fromEquirectangular(f,m):n.fromCubemap(f,m),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),m.texture;if(m!==void 0)return m.texture;{let v=f.image;return p&&v&&v.height>0||y&&v&&l(v)?(n===null&&(n=new eu(i)),m=p?n.fromEquirectangular(f):n.fromCubemap(f),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),f.addEventListener("dispose",h),m.texture):null}}}return f}function a(f,d){return d===uh?f.mapping=Lr:d===fh&&(f.mapping=Bo),f}function l(f){let d=0,p=6;for(let y=0;y<p;y++)f[y]!==void 0&&d++;return d===p}function c(f){let d=f.target;d.removeEventListener("dispose",c);let p=t.get(d);p!==void 0&&(t.delete(d),p.dispose())}function h(f){let d=f.target;d.removeEventListener("dispose",h);let p=e.get(d);p!==void 0&&(e.delete(d),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function l1(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&_a("WebGLRenderer: "+n+" extension not supported."),s}}}function c1(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)t.update(y[m],i.ARRAY_BUFFER)}function u(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let v=y!==null?y.array.length:m.array.length/3-1,A=m.count>=65535?Pa:Ra,S=new A(Math.ceil(v/3)*6,1),P=S.array;if(y!==null){let _=y.array;g=y.version;for(let E=0,B=0;E<v;E+=3){let D=_[E+0],L=_[E+1],G=_[E+2];P[B++]=D,P[B++]=L,P[B++]=L,P[B++]=G,P[B++]=G,P[B++]=D}}else{g=m.version;for(let _=0,E=0;_<v;_+=3){let B=_+0,D=_+1,L=_+2;P[E++]=B,P[E++]=D,P[E++]=D,P[E++]=L,P[E++]=L,P[E++]=B}}S.version=g;let T=r.get(p);T&&t.remove(T),r.set(p,S)}function f(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&u(p)}else u(p);return r.get(p)}function d(){for(let p in s){let y=s[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:f,dispose:d}}function h1(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,f){i.drawElements(n,f,r,u*o),e.update(f,n,1)}function c(u,f,d){d!==0&&(i.drawElementsInstanced(n,f,r,u*o,d),e.update(f,n,d))}function h(u,f,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,u,0,d);let y=0;for(let m=0;m<d;m++)y+=f[m];e.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function u1(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:ce("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function f1(i,t,e){let n=new WeakMap,s=new ze;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,f=n.get(a);if(f===void 0||f.count!==u){let B=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",B)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],A=0;d===!0&&(A=1),p===!0&&(A=2),y===!0&&(A=3);let S=a.attributes.position.count*A,P=1;S>t.maxTextureSize&&(P=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let T=new Float32Array(S*P*4*u),_=new Ta(T,S,P,u);_.type=Ci,_.needsUpdate=!0;let E=A*4;for(let D=0;D<u;D++){let L=m[D],G=g[D],W=v[D],N=S*P*4*D;for(let V=0;V<L.count;V++){let Y=V*E;d===!0&&(s.fromBufferAttribute(L,V),T[N+Y+0]=s.x,T[N+Y+1]=s.y,T[N+Y+2]=s.z,T[N+Y+3]=0),p===!0&&(s.fromBufferAttribute(G,V),T[N+Y+4]=s.x,T[N+Y+5]=s.y,T[N+Y+6]=s.z,T[N+Y+7]=0),y===!0&&(s.fromBufferAttribute(W,V),T[N+Y+8]=s.x,T[N+Y+9]=s.y,T[N+Y+10]=s.z,T[N+Y+11]=W.itemSize===4?s.w:1)}}f={count:u,texture:_,size:new pt(S,P)},n.set(a,f),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let y=0;y<c.length;y++)d+=c[y];let p=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",f.size)}return{update:r}}function d1(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,f=t.get(c,u);if(r.get(f)!==h&&(t.update(f),r.set(f,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==h&&(d.update(),r.set(d,h))}return f}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var p1={[md]:"LINEAR_TONE_MAPPING",[gd]:"REINHARD_TONE_MAPPING",[_d]:"CINEON_TONE_MAPPING",[xd]:"ACES_FILMIC_TONE_MAPPING",[vd]:"AGX_TONE_MAPPING",[il]:"NEUTRAL_TONE_MAPPING",[yd]:"CUSTOM_TONE_MAPPING"};function m1(i,t,e,n,s,r){let o=new _i(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ze;h.setAttribute("position",new ve([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new ve([0,2,0,0,2,0],2));let u=new Jc({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),f=new Ne(h,u),d=new Qa(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,v=null,A=[],S=!1;this.setSize=function(P,T){o.setSize(P,T),a!==null&&a.setSize(P,T),l!==null&&l.setSize(P,T);for(let _=0;_<A.length;_++){let E=A[_];E.setSize&&E.setSize(P,T)}},this.setEffects=function(P){A=P,S=A.length>0&&A[0].isRenderPass===!0;let T=o.width,_=o.height;A.length>0&&a===null&&(a=new _i(T,_,{type:Gi,depthBuffer:!1,stencilBuffer:!1}),l=new _i(T,_,{type:Gi,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&A.some(B=>B.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new As(T,_),r===!0&&(c.format=Ps,c.type=Dr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let B=0;B<A.length;B++){let D=A[B];D.setSize&&D.setSize(T,_),E&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(c)}},this.begin=function(P,T){if(m||P.toneMapping===rs&&A.length===0)return!1;if(v=T,T!==null){let _=T.width,E=T.height;(o.width!==_||o.height!==E)&&this.setSize(_,E)}return S===!1&&P.setRenderTarget(o),g=P.toneMapping,P.toneMapping=rs,!0},this.hasRenderPass=function(){return S},this.end=function(P,T){P.toneMapping=g,m=!0;let _=o,E=a;for(let B=0;B<A.length;B++){let D=A[B];D.enabled!==!1&&(D.render(P,E,_,T),D.needsSwap!==!1&&(_=E,E=E===a?l:a))}if(p!==P.outputColorSpace||y!==P.toneMapping){p=P.outputColorSpace,y=P.toneMapping,u.defines={},Ae.getTransfer(p)===Be&&(u.defines.SRGB_TRANSFER="");let B=p1[y];B&&(u.defines[B]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,P.setRenderTarget(v),P.render(f,d),v=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var v_=new ii,S_=new As(1,1),M_=new Ua(1),b_=new Ta,w_=new Bc,E_=new Na,Q0=[],t_=[],e_=new Float32Array(16),n_=new Float32Array(9),i_=new Float32Array(4);function Vo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=Q0[s];if(r===void 0&&(r=new Float32Array(s),Q0[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function bn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function wn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function iu(i,t){let e=t_[t];e===void 0&&(e=new Int32Array(t),t_[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function g1(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function _1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(bn(e,t))return;i.uniform2fv(this.addr,t),wn(e,t)}}function x1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(bn(e,t))return;i.uniform3fv(this.addr,t),wn(e,t)}}function y1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(bn(e,t))return;i.uniform4fv(this.addr,t),wn(e,t)}}function v1(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(bn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),wn(e,t)}else{if(bn(e,n))return;i_.set(n),i.uniformMatrix2fv(this.addr,!1,i_),wn(e,n)}}function S1(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(bn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),wn(e,t)}else{if(bn(e,n))return;n_.set(n),i.uniformMatrix3fv(this.addr,!1,n_),wn(e,n)}}function M1(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(bn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),wn(e,t)}else{if(bn(e,n))return;e_.set(n),i.uniformMatrix4fv(this.addr,!1,e_),wn(e,n)}}function b1(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function w1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(bn(e,t))return;i.uniform2iv(this.addr,t),wn(e,t)}}function E1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(bn(e,t))return;i.uniform3iv(this.addr,t),wn(e,t)}}function T1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(bn(e,t))return;i.uniform4iv(this.addr,t),wn(e,t)}}function A1(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function C1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(bn(e,t))return;i.uniform2uiv(this.addr,t),wn(e,t)}}function R1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(bn(e,t))return;i.uniform3uiv(this.addr,t),wn(e,t)}}function P1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(bn(e,t))return;i.uniform4uiv(this.addr,t),wn(e,t)}}function su(i){return i.version===0&&(i.compareFunction=Pd,i.needsUpdate=!0),i}function I1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=su(S_):r=v_,e.setTexture2D(t||r,s)}function L1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||w_,s)}function D1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=su(M_):r=E_,e.setTextureCube(t||r,s)}function N1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||b_,s)}function U1(i){switch(i){case 5126:return g1;case 35664:return _1;case 35665:return x1;case 35666:return y1;case 35674:return v1;case 35675:return S1;case 35676:return M1;case 5124:case 35670:return b1;case 35667:case 35671:return w1;case 35668:case 35672:return E1;case 35669:case 35673:return T1;case 5125:return A1;case 36294:return C1;case 36295:return R1;case 36296:return P1;case 35678:case 36198:case 36298:case 36306:case 35682:return I1;case 35679:case 36299:case 36307:return L1;case 35680:case 36300:case 36308:case 36293:return D1;case 36289:case 36303:case 36311:case 36292:return N1}}function F1(i,t){i.uniform1fv(this.addr,t)}function O1(i,t){let e=Vo(t,this.size,2);i.uniform2fv(this.addr,e)}function B1(i,t){let e=Vo(t,this.size,3);i.uniform3fv(this.addr,e)}function z1(i,t){let e=Vo(t,this.size,4);i.uniform4fv(this.addr,e)}function k1(i,t){let e=Vo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function V1(i,t){let e=Vo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function G1(i,t){let e=Vo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function H1(i,t){i.uniform1iv(this.addr,t)}function W1(i,t){i.uniform2iv(this.addr,t)}function X1(i,t){i.uniform3iv(this.addr,t)}function q1(i,t){i.uniform4iv(this.addr,t)}function Y1(i,t){i.uniform1uiv(this.addr,t)}function Z1(i,t){i.uniform2uiv(this.addr,t)}function $1(i,t){i.uniform3uiv(this.addr,t)}function J1(i,t){i.uniform4uiv(this.addr,t)}function K1(i,t,e){let n=this.cache,s=t.length,r=iu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=su(S_):o=v_;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function j1(i,t,e){let n=this.cache,s=t.length,r=iu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||w_,r[o])}function Q1(i,t,e){let n=this.cache,s=t.length,r=iu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=su(M_):o=E_;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function tE(i,t,e){let n=this.cache,s=t.length,r=iu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||b_,r[o])}function eE(i){switch(i){case 5126:return F1;case 35664:return O1;case 35665:return B1;case 35666:return z1;case 35674:return k1;case 35675:return V1;case 35676:return G1;case 5124:case 35670:return H1;case 35667:case 35671:return W1;case 35668:case 35672:return X1;case 35669:case 35673:return q1;case 5125:return Y1;case 36294:return Z1;case 36295:return $1;case 36296:return J1;case 35678:case 36198:case 36298:case 36306:case 35682:return K1;case 35679:case 36299:case 36307:return j1;case 35680:case 36300:case 36308:case 36293:return Q1;case 36289:case 36303:case 36311:case 36292:return tE}}var Wd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=U1(e.type)}},Xd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=eE(e.type)}},qd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Gd=/(\w+)(\])?(\[|\.)?/g;function s_(i,t){i.seq.push(t),i.map[t.id]=t}function nE(i,t,e){let n=i.name,s=n.length;for(Gd.lastIndex=0;;){let r=Gd.exec(n),o=Gd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){s_(e,c===void 0?new Wd(a,i,t):new Xd(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new qd(a),s_(e,u)),e=u}}}var ko=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);nE(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function r_(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var iE=37297,sE=0;function rE(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var o_=new pe;function oE(i){Ae._getMatrix(o_,Ae.workingColorSpace,i);let t=`mat3( ${o_.elements.map(e=>e.toFixed(4))} )`;switch(Ae.getTransfer(i)){case ba:return[t,"LinearTransferOETF"];case Be:return[t,"sRGBTransferOETF"];default:return te("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function a_(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+rE(i.getShaderSource(t),a)}else return r}function aE(i,t){let e=oE(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var lE={[md]:"Linear",[gd]:"Reinhard",[_d]:"Cineon",[xd]:"ACESFilmic",[vd]:"AgX",[il]:"Neutral",[yd]:"Custom"};function cE(i,t){let e=lE[t];return e===void 0?(te("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var tu=new R;function hE(){Ae.getLuminanceCoefficients(tu);let i=tu.x.toFixed(4),t=tu.y.toFixed(4),e=tu.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function uE(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ml).join(`
`)}function fE(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function dE(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function ml(i){return i!==""}function l_(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function c_(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var pE=/^[ \t]*#include +<([\w\d./]+)>/gm;function Yd(i){return i.replace(pE,mE)}function mE(i,t){let e=Se[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Yd(e)}var gE=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function h_(i){return i.replace(gE,_E)}function _E(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function u_(i){let t=`precision ${i.precision} float;
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
#define LOW_PRECISION`),t}var xE={[Rr]:"SHADOWMAP_TYPE_PCF",[Fo]:"SHADOWMAP_TYPE_VSM"};function yE(i){return xE[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var vE={[Bo]:"ENVMAP_MODE_REFRACTION"};function SE(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":vE[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var ME={[pd]:"ENVMAP_BLENDING_MULTIPLY",[A0]:"ENVMAP_BLENDING_MIX",[C0]:"ENVMAP_BLENDING_ADD"};function bE(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":ME[i.combine]||"ENVMAP_BLENDING_NONE"}function wE(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=yE(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=SE(e),u=bE(e),f=uE(e),d=fE(r),p=s.createProgram(),y,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ml).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ml).join(`
`),m.length>0&&(m+=`
`)):(y=[u_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(ml).join(`
`),m=[u_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==rs?"#define TONE_MAPPING":"",e.toneMapping!==rs?Se.tonemapping_pars_fragment:"",e.toneMapping!==rs?cE("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Se.colorspace_pars_fragment,aE("linearToOutputTexel",e.outputColorSpace),hE(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(ml).join(`
`)),o=Yd(o),o=l_(o,e),o=c_(o,e),a=Yd(a),a=l_(a,e),a=c_(a,e),o=h_(o),a=h_(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",e.glslVersion===Ld?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Ld?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let v=g+y+o,A=g+m+a,S=r_(s,s.VERTEX_SHADER,v),P=r_(s,s.FRAGMENT_SHADER,A);s.attachShader(p,S),s.attachShader(p,P),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function T(D){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(p)||"",G=s.getShaderInfoLog(S)||"",W=s.getShaderInfoLog(P)||"",N=L.trim(),V=G.trim(),Y=W.trim(),k=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(k=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,S,P);else{let J=a_(s,S,"vertex"),Q=a_(s,P,"fragment");ce("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+N+`
`+J+`
`+Q)}else N!==""?te("WebGLProgram: Program Info Log:",N):(V===""||Y==="")&&(ct=!1);ct&&(D.diagnostics={runnable:k,programLog:N,vertexShader:{log:V,prefix:y},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(S),s.deleteShader(P),_=new ko(s,p),E=dE(s,p)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let B=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(p,iE)),B},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=sE++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=S,this.fragmentShader=P,this}var EE=0,Zd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new $d(t),e.set(t,n)),n}},$d=class{constructor(t){this.id=EE++,this.code=t,this.usedTimes=0}};function TE(i){return i===rr||i===cl||i===hl}function AE(i,t,e,n,s,r){let o=new Aa,a=new Zd,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,E,B,D,L,G){let W=D.fog,N=L.geometry,V=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?D.environment:null,Y=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,k=t.get(_.envMap||V,Y),ct=f[_.type],J=n.precision;_.precision!==null&&(J=n.getMaxPrecision(_.precision),J!==_.precision&&te("WebGLProgram.getParameters:",_.precision,"not supported, using",J,"instead."));let Q=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,et=Q!==void 0?Q.length:0,dt=0;N.morphAttributes.position!==void 0&&(dt=1),N.morphAttributes.normal!==void 0&&(dt=2),N.morphAttributes.color!==void 0&&(dt=3);let ht,tt,_t,yt;if(ct){let Nt=ei[ct];ht=Nt.vertexShader,tt=Nt.fragmentShader}else{ht=_.vertexShader,tt=_.fragmentShader;let Nt=a.getVertexShaderStage(_),_e=a.getFragmentShaderStage(_);a.update(_,Nt,_e),_t=Nt.id,yt=_e.id}let Lt=i.getRenderTarget(),wt=i.state.buffers.depth.getReversed(),Gt=L.isInstancedMesh===!0,ie=L.isBatchedMesh===!0,Jt=!!_.map,se=!!_.matcap,ne=!!k,ot=ne&&k.isPMREMTexture===!0,vt=!!_.aoMap,xt=!!_.lightMap,Bt=!!_.bumpMap&&_.wireframe===!1,Dt=!!_.normalMap,ee=!!_.displacementMap,zt=!!_.emissiveMap,ge=!!_.metalnessMap,de=!!_.roughnessMap,xe=_.anisotropy>0,F=_.clearcoat>0,Mt=_.diffuseRoughness>0,Xt=_.dispersion>0,he=_.retroreflectivity>0,Et=_.iridescence>0,Fe=_.sheen>0,Zt=_.transmission>0,Qt=xe&&!!_.anisotropyMap,C=F&&!!_.clearcoatMap,M=F&&!!_.clearcoatNormalMap,q=F&&!!_.clearcoatRoughnessMap,ft=Mt&&!!_.diffuseRoughnessMap,at=Et&&!!_.iridescenceMap,bt=Et&&!!_.iridescenceThicknessMap,Tt=Fe&&!!_.sheenColorMap,nt=Fe&&!!_.sheenRoughnessMap,st=!!_.specularMap,gt=!!_.specularColorMap,O=!!_.specularIntensityMap,rt=Zt&&!!_.transmissionMap,it=Zt&&!!_.thicknessMap,Rt=!!_.gradientMap,St=!!_.alphaMap,Ct=_.alphaTest>0,Kt=!!_.alphaHash,ae=!!_.extensions,ut=rs;_.toneMapped&&(Lt===null||Lt.isXRRenderTarget===!0)&&(ut=i.toneMapping);let qt=ot?k.isCompressedCubeTexture?k.image[0].mipmaps:k.mipmaps:null,le={shaderID:ct,shaderType:_.type,shaderName:_.name,vertexShader:ht,fragmentShader:tt,defines:_.defines,customVertexShaderID:_t,customFragmentShaderID:yt,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:J,batching:ie,batchingColor:ie&&L._colorsTexture!==null,instancing:Gt,instancingColor:Gt&&L.instanceColor!==null,instancingMorph:Gt&&L.morphTexture!==null,outputColorSpace:Lt===null?i.outputColorSpace:Lt.isXRRenderTarget===!0?Lt.texture.colorSpace:Ae.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Jt,matcap:se,envMap:ne,envMapMode:ne&&k.mapping,envMapPMREM:ot,envMapMaxLod:ot?qt.length-1:null,envMapSize:ot?qt[0].width:null,aoMap:vt,lightMap:xt,bumpMap:Bt,normalMap:Dt,displacementMap:ee,emissiveMap:zt,normalMapObjectSpace:Dt&&_.normalMapType===I0,normalMapTangentSpace:Dt&&_.normalMapType===Kh,packedNormalMap:Dt&&_.normalMapType===Kh&&TE(_.normalMap.format),metalnessMap:ge,roughnessMap:de,anisotropy:xe,anisotropyMap:Qt,clearcoat:F,clearcoatMap:C,clearcoatNormalMap:M,clearcoatRoughnessMap:q,diffuseRoughness:Mt,diffuseRoughnessMap:ft,dispersion:Xt,retroreflection:he,iridescence:Et,iridescenceMap:at,iridescenceThicknessMap:bt,sheen:Fe,sheenColorMap:Tt,sheenRoughnessMap:nt,specularMap:st,specularColorMap:gt,specularIntensityMap:O,transmission:Zt,transmissionMap:rt,thicknessMap:it,gradientMap:Rt,opaque:_.transparent===!1&&_.blending===Oo&&_.alphaToCoverage===!1,alphaMap:St,alphaTest:Ct,alphaHash:Kt,combine:_.combine,mapUv:Jt&&d(_.map.channel),aoMapUv:vt&&d(_.aoMap.channel),lightMapUv:xt&&d(_.lightMap.channel),bumpMapUv:Bt&&d(_.bumpMap.channel),normalMapUv:Dt&&d(_.normalMap.channel),displacementMapUv:ee&&d(_.displacementMap.channel),emissiveMapUv:zt&&d(_.emissiveMap.channel),metalnessMapUv:ge&&d(_.metalnessMap.channel),roughnessMapUv:de&&d(_.roughnessMap.channel),anisotropyMapUv:Qt&&d(_.anisotropyMap.channel),clearcoatMapUv:C&&d(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&d(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&d(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ft&&d(_.diffuseRoughnessMap.channel),iridescenceMapUv:at&&d(_.iridescenceMap.channel),iridescenceThicknessMapUv:bt&&d(_.iridescenceThicknessMap.channel),sheenColorMapUv:Tt&&d(_.sheenColorMap.channel),sheenRoughnessMapUv:nt&&d(_.sheenRoughnessMap.channel),specularMapUv:st&&d(_.specularMap.channel),specularColorMapUv:gt&&d(_.specularColorMap.channel),specularIntensityMapUv:O&&d(_.specularIntensityMap.channel),transmissionMapUv:rt&&d(_.transmissionMap.channel),thicknessMapUv:it&&d(_.thicknessMap.channel),alphaMapUv:St&&d(_.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Dt||xe),vertexNormals:!!N.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!N.attributes.uv&&(Jt||St),fog:!!W,useFog:_.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||N.attributes.normal===void 0&&Dt===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:wt,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:et,morphTextureStride:dt,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:G.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&B.length>0,shadowMapType:i.shadowMap.type,toneMapping:ut,decodeVideoTexture:Jt&&_.map.isVideoTexture===!0&&Ae.getTransfer(_.map.colorSpace)===Be,decodeVideoTextureEmissive:zt&&_.emissiveMap.isVideoTexture===!0&&Ae.getTransfer(_.emissiveMap.colorSpace)===Be,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===Vn,flipSided:_.side===ti,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:ae&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ae&&_.extensions.multiDraw===!0||ie)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return le.vertexUv1s=l.has(1),le.vertexUv2s=l.has(2),le.vertexUv3s=l.has(3),l.clear(),le}function y(_){let E=[];if(_.shaderID?E.push(_.shaderID):(E.push(_.customVertexShaderID),E.push(_.customFragmentShaderID)),_.defines!==void 0)for(let B in _.defines)E.push(B),E.push(_.defines[B]);return _.isRawShaderMaterial===!1&&(m(E,_),g(E,_),E.push(i.outputColorSpace)),E.push(_.customProgramCacheKey),E.join()}function m(_,E){_.push(E.precision),_.push(E.outputColorSpace),_.push(E.envMapMode),_.push(E.envMapPMREM),_.push(E.envMapMaxLod),_.push(E.envMapSize),_.push(E.mapUv),_.push(E.alphaMapUv),_.push(E.lightMapUv),_.push(E.aoMapUv),_.push(E.bumpMapUv),_.push(E.normalMapUv),_.push(E.displacementMapUv),_.push(E.emissiveMapUv),_.push(E.metalnessMapUv),_.push(E.roughnessMapUv),_.push(E.anisotropyMapUv),_.push(E.clearcoatMapUv),_.push(E.clearcoatNormalMapUv),_.push(E.clearcoatRoughnessMapUv),_.push(E.diffuseRoughnessMapUv),_.push(E.iridescenceMapUv),_.push(E.iridescenceThicknessMapUv),_.push(E.sheenColorMapUv),_.push(E.sheenRoughnessMapUv),_.push(E.specularMapUv),_.push(E.specularColorMapUv),_.push(E.specularIntensityMapUv),_.push(E.transmissionMapUv),_.push(E.thicknessMapUv),_.push(E.combine),_.push(E.fogExp2),_.push(E.sizeAttenuation),_.push(E.morphTargetsCount),_.push(E.numSunLights),_.push(E.numDirLights),_.push(E.numPointLights),_.push(E.numSpotLights),_.push(E.numSpotLightMaps),_.push(E.numHemiLights),_.push(E.numRectAreaLights),_.push(E.numSunLightShadows),_.push(E.numDirLightShadows),_.push(E.numPointLightShadows),_.push(E.numSpotLightShadows),_.push(E.numSpotLightShadowsWithMaps),_.push(E.numLightProbes),_.push(E.numLightProbeGrids),_.push(E.shadowMapType),_.push(E.toneMapping),_.push(E.numClippingPlanes),_.push(E.numClipIntersection),_.push(E.depthPacking)}function g(_,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function v(_){let E=f[_.type],B;if(E){let D=ei[E];B=dl.clone(D.uniforms)}else B=_.uniforms;return B}function A(_,E){let B=h.get(E);return B!==void 0?++B.usedTimes:(B=new wE(i,E,_,s),c.push(B),h.set(E,B)),B}function S(_){if(--_.usedTimes===0){let E=c.indexOf(_);c[E]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function P(_){a.remove(_)}function T(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:v,acquireProgram:A,releaseProgram:S,releaseShaderCache:P,programs:c,dispose:T}}function CE(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function RE(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function f_(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function d_(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function a(f,d,p,y,m,g){let v=i[t];return v===void 0?(v={id:f.id,object:f,geometry:d,material:p,materialVariant:o(f),groupOrder:y,renderOrder:f.renderOrder,z:m,group:g},i[t]=v):(v.id=f.id,v.object=f,v.geometry=d,v.material=p,v.materialVariant=o(f),v.groupOrder=y,v.renderOrder=f.renderOrder,v.z=m,v.group=g),t++,v}function l(f,d,p,y,m,g,v){v.reversedDepth===!0&&(m=-m);let A=a(f,d,p,y,m,g);p.transmission>0?n.push(A):p.transparent===!0?s.push(A):e.push(A)}function c(f,d,p,y,m,g){let v=a(f,d,p,y,m,g);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):e.unshift(v)}function h(f,d){e.length>1&&e.sort(f||RE),n.length>1&&n.sort(d||f_),s.length>1&&s.sort(d||f_)}function u(){for(let f=t,d=i.length;f<d;f++){let p=i[f];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function PE(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new d_,i.set(n,[o])):s>=r.length?(o=new d_,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function IE(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new R,color:new oe};break;case"SpotLight":e={position:new R,direction:new R,color:new oe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new R,color:new oe,distance:0,decay:0};break;case"HemisphereLight":e={direction:new R,skyColor:new oe,groundColor:new oe};break;case"RectAreaLight":e={color:new oe,position:new R,halfWidth:new R,halfHeight:new R};break}return i[t.id]=e,e}}}function LE(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var DE=0;function NE(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function UE(i){let t=new IE,e=LE(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new R);let s=new R,r=new Ce,o=new Ce;function a(c){let h=0,u=0,f=0;for(let G=0;G<9;G++)n.probe[G].set(0,0,0);let d=0,p=0,y=0,m=0,g=0,v=0,A=0,S=0,P=0,T=0,_=0,E=0,B=0,D=0;c.sort(NE);for(let G=0,W=c.length;G<W;G++){let N=c[G],V=N.color,Y=N.intensity,k=N.distance,ct=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===rr?ct=N.shadow.map.texture:ct=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=V.r*Y,u+=V.g*Y,f+=V.b*Y;else if(N.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(N.sh.coefficients[J],Y);D++}else if(N.isSunLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=et,n.sunShadowMap[p]=ct;let dt=Q.getViewportCount();for(let ht=0;ht<dt;ht++)n.sunShadowMatrix[y+ht]=Q.getMatrix(ht),n.sunShadowCascade[y+ht]=Q._cascadeData[ht];y+=dt,p++}n.sun[d]=J,d++}else if(N.isDirectionalLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,n.directionalShadow[m]=et,n.directionalShadowMap[m]=ct,n.directionalShadowMatrix[m]=N.shadow.matrix,P++}n.directional[m]=J,m++}else if(N.isSpotLight){let J=t.get(N);J.position.setFromMatrixPosition(N.matrixWorld),J.color.copy(V).multiplyScalar(Y),J.distance=k,J.coneCos=Math.cos(N.angle),J.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),J.decay=N.decay,n.spot[v]=J;let Q=N.shadow;if(N.map&&(n.spotLightMap[E]=N.map,E++,Q.updateMatrices(N),N.castShadow&&B++),n.spotLightMatrix[v]=Q.matrix,N.castShadow){let et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,n.spotShadow[v]=et,n.spotShadowMap[v]=ct,_++}v++}else if(N.isRectAreaLight){let J=t.get(N);J.color.copy(V).multiplyScalar(Y),J.halfWidth.set(N.width*.5,0,0),J.halfHeight.set(0,N.height*.5,0),n.rectArea[A]=J,A++}else if(N.isPointLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),J.distance=N.distance,J.decay=N.decay,N.castShadow){let Q=N.shadow,et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,et.shadowCameraNear=Q.camera.near,et.shadowCameraFar=Q.camera.far,n.pointShadow[g]=et,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=N.shadow.matrix,T++}n.point[g]=J,g++}else if(N.isHemisphereLight){let J=t.get(N);J.skyColor.copy(N.color).multiplyScalar(Y),J.groundColor.copy(N.groundColor).multiplyScalar(Y),n.hemi[S]=J,S++}}A>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ut.LTC_FLOAT_1,n.rectAreaLTC2=Ut.LTC_FLOAT_2):(n.rectAreaLTC1=Ut.LTC_HALF_1,n.rectAreaLTC2=Ut.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=f;let L=n.hash;(L.sunLength!==d||L.directionalLength!==m||L.pointLength!==g||L.spotLength!==v||L.rectAreaLength!==A||L.hemiLength!==S||L.numSunShadows!==p||L.numDirectionalShadows!==P||L.numPointShadows!==T||L.numSpotShadows!==_||L.numSpotMaps!==E||L.numLightProbes!==D)&&(n.sun.length=d,n.directional.length=m,n.spot.length=v,n.rectArea.length=A,n.point.length=g,n.hemi.length=S,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+E-B,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=B,n.numLightProbes=D,L.sunLength=d,L.directionalLength=m,L.pointLength=g,L.spotLength=v,L.rectAreaLength=A,L.hemiLength=S,L.numSunShadows=p,L.numDirectionalShadows=P,L.numPointShadows=T,L.numSpotShadows=_,L.numSpotMaps=E,L.numLightProbes=D,n.version=DE++)}function l(c,h){let u=0,f=0,d=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let v=0,A=c.length;v<A;v++){let S=c[v];if(S.isSunLight){let P=n.sun[u];P.direction.setFromMatrixPosition(S.matrixWorld),P.direction.transformDirection(g),u++}else if(S.isDirectionalLight){let P=n.directional[f];P.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),f++}else if(S.isSpotLight){let P=n.spot[p];P.position.setFromMatrixPosition(S.matrixWorld),P.position.applyMatrix4(g),P.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),p++}else if(S.isRectAreaLight){let P=n.rectArea[y];P.position.setFromMatrixPosition(S.matrixWorld),P.position.applyMatrix4(g),o.identity(),r.copy(S.matrixWorld),r.premultiply(g),o.extractRotation(r),P.halfWidth.set(S.width*.5,0,0),P.halfHeight.set(0,S.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),y++}else if(S.isPointLight){let P=n.point[d];P.position.setFromMatrixPosition(S.matrixWorld),P.position.applyMatrix4(g),d++}else if(S.isHemisphereLight){let P=n.hemi[m];P.direction.setFromMatrixPosition(S.matrixWorld),P.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function p_(i){let t=new UE(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,f)=>u.priority-f.priority||u.id-f.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function FE(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new p_(i),t.set(s,[a])):r>=o.length?(a=new p_(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var OE=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,BE=`uniform sampler2D shadow_pass;
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
}`,zE=[new R(1,0,0),new R(-1,0,0),new R(0,1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1)],kE=[new R(0,-1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1),new R(0,-1,0),new R(0,-1,0)],m_=new Ce,pl=new R,Hd=new R;function VE(i,t,e){let n=new Ys,s=new pt,r=new pt,o=new ze,a=new Kc,l=new jc,c={},h=e.maxTextureSize,u={[sr]:ti,[ti]:sr,[Vn]:Vn},f=new si({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:OE,fragmentShader:BE}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let p=new Ze;p.setAttribute("position",new ni(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new Ne(p,f),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Rr;let g=this.type;this.render=function(T,_,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===l0&&(te("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Rr);let B=i.getRenderTarget(),D=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),G=i.state;G.setBlending(Pr),G.buffers.depth.getReversed()===!0?G.buffers.color.setClear(0,0,0,0):G.buffers.color.setClear(1,1,1,1),G.buffers.depth.setTest(!0),G.setScissorTest(!1);let W=g!==this.type;W&&_.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(V=>V.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,V=T.length;N<V;N++){let Y=T[N],k=Y.shadow;if(k===void 0){te("WebGLShadowMap:",Y,"has no shadow.");continue}if(k.autoUpdate===!1&&k.needsUpdate===!1)continue;s.copy(k.mapSize);let ct=k.getFrameExtents();s.multiply(ct),r.copy(k.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,k.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,k.mapSize.y=r.y));let J=i.state.buffers.depth.getReversed();if(k.camera._reversedDepth=J,k.map===null||W===!0){if(k.map!==null&&(k.map.depthTexture!==null&&(k.map.depthTexture.dispose(),k.map.depthTexture=null),k.map.dispose()),this.type===Fo){if(Y.isPointLight){te("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}k.map=new _i(s.x,s.y,{format:rr,type:Gi,minFilter:jn,magFilter:jn,generateMipmaps:!1}),k.map.texture.name=Y.name+".shadowMap",k.map.depthTexture=new As(s.x,s.y,Ci),k.map.depthTexture.name=Y.name+".shadowMapDepth",k.map.depthTexture.format=Es,k.map.depthTexture.compareFunction=null,k.map.depthTexture.minFilter=In,k.map.depthTexture.magFilter=In}else Y.isPointLight?(k.map=new gl(s.x),k.map.depthTexture=new Ua(s.x,Vi)):(k.map=new _i(s.x,s.y),k.map.depthTexture=new As(s.x,s.y,Vi)),k.map.depthTexture.name=Y.name+".shadowMap",k.map.depthTexture.format=Es,this.type===Rr?(k.map.depthTexture.compareFunction=J?Rd:Cd,k.map.depthTexture.minFilter=jn,k.map.depthTexture.magFilter=jn):(k.map.depthTexture.compareFunction=null,k.map.depthTexture.minFilter=In,k.map.depthTexture.magFilter=In);k.camera.updateProjectionMatrix()}k.map.isWebGLCubeRenderTarget!==!0&&(k.map.width!==s.x||k.map.height!==s.y)&&k.map.setSize(s.x,s.y);let Q=k.map.isWebGLCubeRenderTarget?6:k.getViewportCount();Y.isPointLight!==!0&&k.updateMatrices(Y,E);let et=(k.camera.layers.mask&4294967294)!==0?k.camera.layers:E.layers;for(let dt=0;dt<Q;dt++){let ht=k.getCamera(dt);if(Y.isPointLight){let tt=k.camera,_t=k.matrix,yt=Y.distance||tt.far;yt!==tt.far&&(tt.far=yt,tt.updateProjectionMatrix()),pl.setFromMatrixPosition(Y.matrixWorld),tt.position.copy(pl),Hd.copy(tt.position),Hd.add(zE[dt]),tt.up.copy(kE[dt]),tt.lookAt(Hd),tt.updateMatrixWorld(),_t.makeTranslation(-pl.x,-pl.y,-pl.z),m_.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),k._frustum.setFromProjectionMatrix(m_,tt.coordinateSystem,tt.reversedDepth)}if(k.map.isWebGLCubeRenderTarget)i.setRenderTarget(k.map,dt),i.clear();else{dt===0&&(i.setRenderTarget(k.map),i.clear());let tt=k.getViewport(dt);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),G.viewport(o)}n=k.getFrustum(dt),S(_,E,ht,Y,et,this.type)}k.isPointLightShadow!==!0&&this.type===Fo&&v(k,E),k.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(B,D,L)};function v(T,_){let E=t.update(y);f.defines.VSM_SAMPLES!==T.blurSamples&&(f.defines.VSM_SAMPLES=T.blurSamples,d.defines.VSM_SAMPLES=T.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),T.mapPass===null?T.mapPass=new _i(s.x,s.y,{format:rr,type:Gi}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),f.uniforms.shadow_pass.value=T.map.depthTexture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(_,null,E,f,y,null),d.uniforms.shadow_pass.value=T.mapPass.texture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(_,null,E,d,y,null)}function A(T,_,E,B){let D=null,L=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)D=L;else if(D=E.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let G=D.uuid,W=_.uuid,N=c[G];N===void 0&&(N={},c[G]=N);let V=N[W];V===void 0&&(V=D.clone(),N[W]=V,_.addEventListener("dispose",P)),D=V}if(D.visible=_.visible,D.wireframe=_.wireframe,B===Fo?D.side=_.shadowSide!==null?_.shadowSide:_.side:D.side=_.shadowSide!==null?_.shadowSide:u[_.side],D.alphaMap=_.alphaMap,D.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,D.map=_.map,D.clipShadows=_.clipShadows,D.clippingPlanes=_.clippingPlanes,D.clipIntersection=_.clipIntersection,D.displacementMap=_.displacementMap,D.displacementScale=_.displacementScale,D.displacementBias=_.displacementBias,D.wireframeLinewidth=_.wireframeLinewidth,D.linewidth=_.linewidth,E.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let G=i.properties.get(D);G.light=E}return D}function S(T,_,E,B,D,L){if(T.visible===!1)return;if(T.layers.test(D)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===Fo)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let N=t.update(T),V=T.material;if(Array.isArray(V)){let Y=N.groups;for(let k=0,ct=Y.length;k<ct;k++){let J=Y[k],Q=V[J.materialIndex];if(Q&&Q.visible){let et=A(T,Q,B,L);T.onBeforeShadow(i,T,_,E,N,et,J),i.renderBufferDirect(E,null,N,et,T,J),T.onAfterShadow(i,T,_,E,N,et,J)}}}else if(V.visible){let Y=A(T,V,B,L);T.onBeforeShadow(i,T,_,E,N,Y,null),i.renderBufferDirect(E,null,N,Y,T,null),T.onAfterShadow(i,T,_,E,N,Y,null)}}let W=T.children;for(let N=0,V=W.length;N<V;N++)S(W[N],_,E,B,D,L)}function P(T){T.target.removeEventListener("dispose",P);for(let E in c){let B=c[E],D=T.target.uuid;D in B&&(B[D].dispose(),delete B[D])}}}function GE(i,t){function e(){let O=!1,rt=new ze,it=null,Rt=new ze(0,0,0,0);return{setMask:function(St){it!==St&&!O&&(i.colorMask(St,St,St,St),it=St)},setLocked:function(St){O=St},setClear:function(St,Ct,Kt,ae,ut){ut===!0&&(St*=ae,Ct*=ae,Kt*=ae),rt.set(St,Ct,Kt,ae),Rt.equals(rt)===!1&&(i.clearColor(St,Ct,Kt,ae),Rt.copy(rt))},reset:function(){O=!1,it=null,Rt.set(-1,0,0,0)}}}function n(){let O=!1,rt=!1,it=null,Rt=null,St=null;return{setReversed:function(Ct){if(rt!==Ct){let Kt=t.get("EXT_clip_control");Ct?Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.ZERO_TO_ONE_EXT):Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.NEGATIVE_ONE_TO_ONE_EXT),rt=Ct;let ae=St;St=null,this.setClear(ae)}},getReversed:function(){return rt},setTest:function(Ct){Ct?wt(i.DEPTH_TEST):Gt(i.DEPTH_TEST)},setMask:function(Ct){it!==Ct&&!O&&(i.depthMask(Ct),it=Ct)},setFunc:function(Ct){if(rt&&(Ct=V0[Ct]),Rt!==Ct){switch(Ct){case Tc:i.depthFunc(i.NEVER);break;case Ac:i.depthFunc(i.ALWAYS);break;case Cc:i.depthFunc(i.LESS);break;case To:i.depthFunc(i.LEQUAL);break;case Rc:i.depthFunc(i.EQUAL);break;case Pc:i.depthFunc(i.GEQUAL);break;case Ic:i.depthFunc(i.GREATER);break;case Lc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Rt=Ct}},setLocked:function(Ct){O=Ct},setClear:function(Ct){St!==Ct&&(St=Ct,rt&&(Ct=1-Ct),i.clearDepth(Ct))},reset:function(){O=!1,it=null,Rt=null,St=null,rt=!1}}}function s(){let O=!1,rt=null,it=null,Rt=null,St=null,Ct=null,Kt=null,ae=null,ut=null;return{setTest:function(qt){O||(qt?wt(i.STENCIL_TEST):Gt(i.STENCIL_TEST))},setMask:function(qt){rt!==qt&&!O&&(i.stencilMask(qt),rt=qt)},setFunc:function(qt,le,Nt){(it!==qt||Rt!==le||St!==Nt)&&(i.stencilFunc(qt,le,Nt),it=qt,Rt=le,St=Nt)},setOp:function(qt,le,Nt){(Ct!==qt||Kt!==le||ae!==Nt)&&(i.stencilOp(qt,le,Nt),Ct=qt,Kt=le,ae=Nt)},setLocked:function(qt){O=qt},setClear:function(qt){ut!==qt&&(i.clearStencil(qt),ut=qt)},reset:function(){O=!1,rt=null,it=null,Rt=null,St=null,Ct=null,Kt=null,ae=null,ut=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},f={},d=new WeakMap,p=[],y=null,m=!1,g=null,v=null,A=null,S=null,P=null,T=null,_=null,E=new oe(0,0,0),B=0,D=!1,L=null,G=null,W=null,N=null,V=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),k=!1,ct=0,J=i.getParameter(i.VERSION);J.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(J)[1]),k=ct>=1):J.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),k=ct>=2);let Q=null,et={},dt=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),tt=new ze().fromArray(dt),_t=new ze().fromArray(ht);function yt(O,rt,it,Rt){let St=new Uint8Array(4),Ct=i.createTexture();i.bindTexture(O,Ct),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Kt=0;Kt<it;Kt++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,Rt,0,i.RGBA,i.UNSIGNED_BYTE,St):i.texImage2D(rt+Kt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,St);return Ct}let Lt={};Lt[i.TEXTURE_2D]=yt(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=yt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=yt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=yt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),wt(i.DEPTH_TEST),o.setFunc(To),Bt(!1),Dt(ld),wt(i.CULL_FACE),vt(Pr);function wt(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function Gt(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function ie(O,rt){return f[O]!==rt?(i.bindFramebuffer(O,rt),f[O]=rt,O===i.DRAW_FRAMEBUFFER&&(f[i.FRAMEBUFFER]=rt),O===i.FRAMEBUFFER&&(f[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Jt(O,rt){let it=p,Rt=!1;if(O){it=d.get(rt),it===void 0&&(it=[],d.set(rt,it));let St=O.textures;if(it.length!==St.length||it[0]!==i.COLOR_ATTACHMENT0){for(let Ct=0,Kt=St.length;Ct<Kt;Ct++)it[Ct]=i.COLOR_ATTACHMENT0+Ct;it.length=St.length,Rt=!0}}else it[0]!==i.BACK&&(it[0]=i.BACK,Rt=!0);Rt&&i.drawBuffers(it)}function se(O){return y!==O?(i.useProgram(O),y=O,!0):!1}let ne={[Ir]:i.FUNC_ADD,[h0]:i.FUNC_SUBTRACT,[u0]:i.FUNC_REVERSE_SUBTRACT};ne[f0]=i.MIN,ne[d0]=i.MAX;let ot={[p0]:i.ZERO,[m0]:i.ONE,[g0]:i.SRC_COLOR,[fd]:i.SRC_ALPHA,[M0]:i.SRC_ALPHA_SATURATE,[v0]:i.DST_COLOR,[x0]:i.DST_ALPHA,[_0]:i.ONE_MINUS_SRC_COLOR,[dd]:i.ONE_MINUS_SRC_ALPHA,[S0]:i.ONE_MINUS_DST_COLOR,[y0]:i.ONE_MINUS_DST_ALPHA,[b0]:i.CONSTANT_COLOR,[w0]:i.ONE_MINUS_CONSTANT_COLOR,[E0]:i.CONSTANT_ALPHA,[T0]:i.ONE_MINUS_CONSTANT_ALPHA};function vt(O,rt,it,Rt,St,Ct,Kt,ae,ut,qt){if(O===Pr){m===!0&&(Gt(i.BLEND),m=!1);return}if(m===!1&&(wt(i.BLEND),m=!0),O!==c0){if(O!==g||qt!==D){if((v!==Ir||P!==Ir)&&(i.blendEquation(i.FUNC_ADD),v=Ir,P=Ir),qt)switch(O){case Oo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case cd:i.blendFunc(i.ONE,i.ONE);break;case hd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case ud:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:ce("WebGLState: Invalid blending: ",O);break}else switch(O){case Oo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case cd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case hd:ce("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case ud:ce("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ce("WebGLState: Invalid blending: ",O);break}A=null,S=null,T=null,_=null,E.set(0,0,0),B=0,g=O,D=qt}return}St=St||rt,Ct=Ct||it,Kt=Kt||Rt,(rt!==v||St!==P)&&(i.blendEquationSeparate(ne[rt],ne[St]),v=rt,P=St),(it!==A||Rt!==S||Ct!==T||Kt!==_)&&(i.blendFuncSeparate(ot[it],ot[Rt],ot[Ct],ot[Kt]),A=it,S=Rt,T=Ct,_=Kt),(ae.equals(E)===!1||ut!==B)&&(i.blendColor(ae.r,ae.g,ae.b,ut),E.copy(ae),B=ut),g=O,D=!1}function xt(O,rt){O.side===Vn?Gt(i.CULL_FACE):wt(i.CULL_FACE);let it=O.side===ti;rt&&(it=!it),Bt(it),O.blending===Oo&&O.transparent===!1?vt(Pr):vt(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let Rt=O.stencilWrite;a.setTest(Rt),Rt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),zt(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?wt(i.SAMPLE_ALPHA_TO_COVERAGE):Gt(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(O){L!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),L=O)}function Dt(O){O!==o0?(wt(i.CULL_FACE),O!==G&&(O===ld?i.cullFace(i.BACK):O===a0?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Gt(i.CULL_FACE),G=O}function ee(O){O!==W&&(k&&i.lineWidth(O),W=O)}function zt(O,rt,it){O?(wt(i.POLYGON_OFFSET_FILL),(N!==rt||V!==it)&&(N=rt,V=it,o.getReversed()&&(rt=-rt,it=-it),i.polygonOffset(rt,it))):Gt(i.POLYGON_OFFSET_FILL)}function ge(O){O?wt(i.SCISSOR_TEST):Gt(i.SCISSOR_TEST)}function de(O){O===void 0&&(O=i.TEXTURE0+Y-1),Q!==O&&(i.activeTexture(O),Q=O)}function xe(O,rt,it){it===void 0&&(Q===null?it=i.TEXTURE0+Y-1:it=Q);let Rt=et[it];Rt===void 0&&(Rt={type:void 0,texture:void 0},et[it]=Rt),(Rt.type!==O||Rt.texture!==rt)&&(Q!==it&&(i.activeTexture(it),Q=it),i.bindTexture(O,rt||Lt[O]),Rt.type=O,Rt.texture=rt)}function F(){let O=et[Q];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Mt(){try{i.compressedTexImage2D(...arguments)}catch(O){ce("WebGLState:",O)}}function Xt(){try{i.compressedTexImage3D(...arguments)}catch(O){ce("WebGLState:",O)}}function he(){try{i.texSubImage2D(...arguments)}catch(O){ce("WebGLState:",O)}}function Et(){try{i.texSubImage3D(...arguments)}catch(O){ce("WebGLState:",O)}}function Fe(){try{i.compressedTexSubImage2D(...arguments)}catch(O){ce("WebGLState:",O)}}function Zt(){try{i.compressedTexSubImage3D(...arguments)}catch(O){ce("WebGLState:",O)}}function Qt(){try{i.texStorage2D(...arguments)}catch(O){ce("WebGLState:",O)}}function C(){try{i.texStorage3D(...arguments)}catch(O){ce("WebGLState:",O)}}function M(){try{i.texImage2D(...arguments)}catch(O){ce("WebGLState:",O)}}function q(){try{i.texImage3D(...arguments)}catch(O){ce("WebGLState:",O)}}function ft(O){return u[O]!==void 0?u[O]:i.getParameter(O)}function at(O,rt){u[O]!==rt&&(i.pixelStorei(O,rt),u[O]=rt)}function bt(O){tt.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),tt.copy(O))}function Tt(O){_t.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),_t.copy(O))}function nt(O,rt){let it=c.get(rt);it===void 0&&(it=new WeakMap,c.set(rt,it));let Rt=it.get(O);Rt===void 0&&(Rt=i.getUniformBlockIndex(rt,O.name),i.uniformBlockBinding(rt,Rt,Rt),it.set(O,Rt))}function st(O,rt,it){let St=c.get(rt).get(O);l[St]!==it&&(i.bindBufferBase(i.UNIFORM_BUFFER,St,it),l[St]=it)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,et={},f={},l={},d=new WeakMap,p=[],y=null,m=!1,g=null,v=null,A=null,S=null,P=null,T=null,_=null,E=new oe(0,0,0),B=0,D=!1,L=null,G=null,W=null,N=null,V=null,tt.set(0,0,i.canvas.width,i.canvas.height),_t.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:wt,disable:Gt,bindFramebuffer:ie,drawBuffers:Jt,useProgram:se,setBlending:vt,setMaterial:xt,setFlipSided:Bt,setCullFace:Dt,setLineWidth:ee,setPolygonOffset:zt,setScissorTest:ge,activeTexture:de,bindTexture:xe,unbindTexture:F,compressedTexImage2D:Mt,compressedTexImage3D:Xt,texImage2D:M,texImage3D:q,pixelStorei:at,getParameter:ft,updateUBOMapping:nt,uniformBlockBinding:st,texStorage2D:Qt,texStorage3D:C,texSubImage2D:he,texSubImage3D:Et,compressedTexSubImage2D:Fe,compressedTexSubImage3D:Zt,scissor:bt,viewport:Tt,reset:gt}}function HE(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,h=new WeakMap,u=new Set,f,d=new WeakMap,p=new Set,y=new FinalizationRegistry(C=>p.delete(C)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(C,M){return m?new OffscreenCanvas(C,M):wa("canvas")}function v(C,M,q){let ft=1,at=Qt(C);if((at.width>q||at.height>q)&&(ft=q/Math.max(at.width,at.height)),ft<1)if(typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&C instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&C instanceof ImageBitmap||typeof VideoFrame<"u"&&C instanceof VideoFrame){let bt=Math.floor(ft*at.width),Tt=Math.floor(ft*at.height);f===void 0&&(f=g(bt,Tt));let nt=M?g(bt,Tt):f;return nt.width=bt,nt.height=Tt,nt.getContext("2d").drawImage(C,0,0,bt,Tt),te("WebGLRenderer: Texture has been resized from ("+at.width+"x"+at.height+") to ("+bt+"x"+Tt+")."),nt}else return"data"in C&&te("WebGLRenderer: Image in DataTexture is too big ("+at.width+"x"+at.height+")."),C;return C}function A(C){return C.generateMipmaps}function S(C){i.generateMipmap(C)}function P(C){return C.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:C.isWebGL3DRenderTarget?i.TEXTURE_3D:C.isWebGLArrayRenderTarget||C.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(C,M,q,ft,at,bt=!1){if(C!==null){if(i[C]!==void 0)return i[C];te("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+C+"'")}let Tt;ft&&(Tt=t.get("EXT_texture_norm16"),Tt||te("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=M;if(M===i.RED&&(q===i.FLOAT&&(nt=i.R32F),q===i.HALF_FLOAT&&(nt=i.R16F),q===i.UNSIGNED_BYTE&&(nt=i.R8),q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.R16_EXT),q===i.SHORT&&Tt&&(nt=Tt.R16_SNORM_EXT)),M===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.R8UI),q===i.UNSIGNED_SHORT&&(nt=i.R16UI),q===i.UNSIGNED_INT&&(nt=i.R32UI),q===i.BYTE&&(nt=i.R8I),q===i.SHORT&&(nt=i.R16I),q===i.INT&&(nt=i.R32I)),M===i.RG&&(q===i.FLOAT&&(nt=i.RG32F),q===i.HALF_FLOAT&&(nt=i.RG16F),q===i.UNSIGNED_BYTE&&(nt=i.RG8),q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RG16_EXT),q===i.SHORT&&Tt&&(nt=Tt.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RG8UI),q===i.UNSIGNED_SHORT&&(nt=i.RG16UI),q===i.UNSIGNED_INT&&(nt=i.RG32UI),q===i.BYTE&&(nt=i.RG8I),q===i.SHORT&&(nt=i.RG16I),q===i.INT&&(nt=i.RG32I)),M===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RGB8UI),q===i.UNSIGNED_SHORT&&(nt=i.RGB16UI),q===i.UNSIGNED_INT&&(nt=i.RGB32UI),q===i.BYTE&&(nt=i.RGB8I),q===i.SHORT&&(nt=i.RGB16I),q===i.INT&&(nt=i.RGB32I)),M===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(nt=i.RGBA16UI),q===i.UNSIGNED_INT&&(nt=i.RGBA32UI),q===i.BYTE&&(nt=i.RGBA8I),q===i.SHORT&&(nt=i.RGBA16I),q===i.INT&&(nt=i.RGBA32I)),M===i.RGB&&(q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RGB16_EXT),q===i.SHORT&&Tt&&(nt=Tt.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(nt=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(nt=i.R11F_G11F_B10F)),M===i.RGBA){let st=bt?ba:Ae.getTransfer(at);q===i.FLOAT&&(nt=i.RGBA32F),q===i.HALF_FLOAT&&(nt=i.RGBA16F),q===i.UNSIGNED_BYTE&&(nt=st===Be?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RGBA16_EXT),q===i.SHORT&&Tt&&(nt=Tt.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(nt=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(nt=i.RGB5_A1)}return(nt===i.R16F||nt===i.R32F||nt===i.RG16F||nt===i.RG32F||nt===i.RGBA16F||nt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function _(C,M){let q;return C?M===null||M===Vi||M===Dr?q=i.DEPTH24_STENCIL8:M===Ci?q=i.DEPTH32F_STENCIL8:M===zo&&(q=i.DEPTH24_STENCIL8,te("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Vi||M===Dr?q=i.DEPTH_COMPONENT24:M===Ci?q=i.DEPTH_COMPONENT32F:M===zo&&(q=i.DEPTH_COMPONENT16),q}function E(C,M){return A(C)===!0||C.isFramebufferTexture&&C.minFilter!==In&&C.minFilter!==jn?Math.log2(Math.max(M.width,M.height))+1:C.mipmaps.length>0?C.mipmaps.length:C.isCompressedTexture&&Array.isArray(C.image)?M.mipmaps.length:1}function B(C){let M=new WeakRef(C);n.get(C).__ref=M,p.add(M),y.register(C,M,M)}function D(C){let M=n.get(C).__ref;M!==void 0&&(p.delete(M),y.unregister(M))}function L(C){W(C.target)}function G(C){N(C.target)}function W(C){C.removeEventListener("dispose",L),D(C),Y(C),C.isVideoTexture&&h.delete(C),C.isHTMLTexture&&u.delete(C)}function N(C){C.removeEventListener("dispose",G),D(C),ct(C)}function V(){for(let C of p){let M=C.deref();M!==void 0&&(M.isRenderTarget===!0?N(M):W(M))}p.clear(),u.clear()}function Y(C){let M=n.get(C);if(M.__webglInit===void 0)return;let q=C.source,ft=d.get(q);if(ft){let at=ft[M.__cacheKey];at.usedTimes--,at.usedTimes===0&&k(C),Object.keys(ft).length===0&&d.delete(q)}n.remove(C)}function k(C){let M=n.get(C);i.deleteTexture(M.__webglTexture);let q=C.source,ft=d.get(q);delete ft[M.__cacheKey],o.memory.textures--}function ct(C){let M=n.get(C);M.__depthDisposeCallback&&M.__depthDisposeCallback();let q=C.depthTexture;if(q&&q.renderTarget===C&&W(q),C.isWebGLCubeRenderTarget)for(let at=0;at<6;at++){if(Array.isArray(M.__webglFramebuffer[at]))for(let bt=0;bt<M.__webglFramebuffer[at].length;bt++)i.deleteFramebuffer(M.__webglFramebuffer[at][bt]);else i.deleteFramebuffer(M.__webglFramebuffer[at]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[at])}else{if(Array.isArray(M.__webglFramebuffer))for(let at=0;at<M.__webglFramebuffer.length;at++)i.deleteFramebuffer(M.__webglFramebuffer[at]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let at=0;at<M.__webglColorRenderbuffer.length;at++)M.__webglColorRenderbuffer[at]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[at]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ft=C.textures;for(let at=0,bt=ft.length;at<bt;at++){let Tt=n.get(ft[at]);Tt.__webglTexture&&(i.deleteTexture(Tt.__webglTexture),o.memory.textures--),n.remove(ft[at])}n.remove(C)}let J=0;function Q(){J=0}function et(){return J}function dt(C){J=C}function ht(){let C=J;return C>=s.maxTextures&&te("WebGLTextures: Trying to use "+(C+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,C}function tt(C){let M=[];return M.push(C.wrapS),M.push(C.wrapT),M.push(C.wrapR||0),M.push(C.magFilter),M.push(C.minFilter),M.push(C.anisotropy),M.push(C.internalFormat),M.push(C.format),M.push(C.type),M.push(C.generateMipmaps),M.push(C.mipmapsAutoUpdate),M.push(C.premultiplyAlpha),M.push(C.flipY),M.push(C.unpackAlignment),M.push(C.colorSpace),M.join()}function _t(C,M){let q=n.get(C);if(C.isVideoTexture&&Fe(C),C.isRenderTargetTexture===!1&&C.isExternalTexture!==!0&&C.version>0&&q.__version!==C.version){let ft=C.image;if(ft===null)te("WebGLRenderer: Texture marked for update but no image data found.");else if(ft.complete===!1)te("WebGLRenderer: Texture marked for update but image is incomplete");else{xt(q,C,M);return}}else C.isExternalTexture&&(q.__webglTexture=C.sourceTexture?C.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+M)}function yt(C,M){let q=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&q.__version!==C.version){xt(q,C,M);return}else C.isExternalTexture&&(q.__webglTexture=C.sourceTexture?C.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+M)}function Lt(C,M){let q=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&q.__version!==C.version){xt(q,C,M);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+M)}function wt(C,M){let q=n.get(C);if(C.version>0&&q.__version!==C.version){Bt(q,C,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+M)}let Gt={[Dc]:i.REPEAT,[ts]:i.CLAMP_TO_EDGE,[Nc]:i.MIRRORED_REPEAT},ie={[In]:i.NEAREST,[R0]:i.NEAREST_MIPMAP_NEAREST,[sl]:i.NEAREST_MIPMAP_LINEAR,[jn]:i.LINEAR,[dh]:i.LINEAR_MIPMAP_NEAREST,[Rs]:i.LINEAR_MIPMAP_LINEAR},Jt={[D0]:i.NEVER,[Pd]:i.ALWAYS,[N0]:i.LESS,[Cd]:i.LEQUAL,[U0]:i.EQUAL,[Rd]:i.GEQUAL,[F0]:i.GREATER,[O0]:i.NOTEQUAL};function se(C,M){if(M.type===Ci&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===jn||M.magFilter===dh||M.magFilter===sl||M.magFilter===Rs||M.minFilter===jn||M.minFilter===dh||M.minFilter===sl||M.minFilter===Rs)&&te("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(C,i.TEXTURE_WRAP_S,Gt[M.wrapS]),i.texParameteri(C,i.TEXTURE_WRAP_T,Gt[M.wrapT]),(C===i.TEXTURE_3D||C===i.TEXTURE_2D_ARRAY)&&i.texParameteri(C,i.TEXTURE_WRAP_R,Gt[M.wrapR]),i.texParameteri(C,i.TEXTURE_MAG_FILTER,ie[M.magFilter]),i.texParameteri(C,i.TEXTURE_MIN_FILTER,ie[M.minFilter]),M.compareFunction&&(i.texParameteri(C,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(C,i.TEXTURE_COMPARE_FUNC,Jt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===In||M.minFilter!==sl&&M.minFilter!==Rs||M.type===Ci&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(C,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function ne(C,M){let q=!1;C.__webglInit===void 0&&(C.__webglInit=!0,M.addEventListener("dispose",L),B(M));let ft=M.source,at=d.get(ft);at===void 0&&(at={},d.set(ft,at));let bt=tt(M);if(bt!==C.__cacheKey){at[bt]===void 0&&(at[bt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),at[bt].usedTimes++;let Tt=at[C.__cacheKey];Tt!==void 0&&(at[C.__cacheKey].usedTimes--,Tt.usedTimes===0&&k(M)),C.__cacheKey=bt,C.__webglTexture=at[bt].texture}return q}function ot(C,M,q){return Math.floor(Math.floor(C/q)/M)}function vt(C,M,q,ft){let bt=C.updateRanges;if(bt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,q,ft,M.data);else{bt.sort((O,rt)=>O.start-rt.start);let Tt=0;for(let O=1;O<bt.length;O++){let rt=bt[Tt],it=bt[O],Rt=rt.start+rt.count,St=ot(it.start,M.width,4),Ct=ot(rt.start,M.width,4);it.start<=Rt+1&&St===Ct&&ot(it.start+it.count-1,M.width,4)===St?rt.count=Math.max(rt.count,it.start+it.count-rt.start):(++Tt,bt[Tt]=it)}bt.length=Tt+1;let nt=e.getParameter(i.UNPACK_ROW_LENGTH),st=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let O=0,rt=bt.length;O<rt;O++){let it=bt[O],Rt=Math.floor(it.start/4),St=Math.ceil(it.count/4),Ct=Rt%M.width,Kt=Math.floor(Rt/M.width),ae=St,ut=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Ct),e.pixelStorei(i.UNPACK_SKIP_ROWS,Kt),e.texSubImage2D(i.TEXTURE_2D,0,Ct,Kt,ae,ut,q,ft,M.data)}C.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,nt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,st),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function xt(C,M,q){let ft=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ft=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ft=i.TEXTURE_3D);let at=ne(C,M),bt=M.source;e.bindTexture(ft,C.__webglTexture,i.TEXTURE0+q);let Tt=n.get(bt);if(bt.version!==Tt.__version||at===!0){if(e.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ut=Ae.getPrimaries(Ae.workingColorSpace),qt=M.colorSpace===Is?null:Ae.getPrimaries(M.colorSpace),le=M.colorSpace===Is||ut===qt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,le)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let st=v(M.image,!1,s.maxTextureSize);st=Zt(M,st);let gt=r.convert(M.format,M.colorSpace),O=r.convert(M.type),rt=T(M.internalFormat,gt,O,M.normalized,M.colorSpace,M.isVideoTexture);se(ft,M);let it,Rt=M.mipmaps,St=M.isVideoTexture!==!0,Ct=Tt.__version===void 0||at===!0,Kt=bt.dataReady,ae=E(M,st);if(M.isDepthTexture)rt=_(M.format===Ps,M.type),Ct&&(St?e.texStorage2D(i.TEXTURE_2D,1,rt,st.width,st.height):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,O,null));else if(M.isDataTexture)if(Rt.length>0){St&&Ct&&e.texStorage2D(i.TEXTURE_2D,ae,rt,Rt[0].width,Rt[0].height);for(let ut=0,qt=Rt.length;ut<qt;ut++)it=Rt[ut],St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,O,it.data):e.texImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,gt,O,it.data);M.generateMipmaps=!1}else St?(Ct&&e.texStorage2D(i.TEXTURE_2D,ae,rt,st.width,st.height),Kt&&vt(M,st,gt,O)):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,O,st.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){St&&Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ae,rt,Rt[0].width,Rt[0].height,st.depth);for(let ut=0,qt=Rt.length;ut<qt;ut++)if(it=Rt[ut],M.format!==Hi)if(gt!==null)if(St){if(Kt)if(M.layerUpdates.size>0){let le=Vd(it.width,it.height,M.format,M.type);for(let Nt of M.layerUpdates){let _e=it.data.subarray(Nt*le/it.data.BYTES_PER_ELEMENT,(Nt+1)*le/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,Nt,it.width,it.height,1,gt,_e)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,it.width,it.height,st.depth,gt,it.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ut,rt,it.width,it.height,st.depth,0,it.data,0,0);else te("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else St?Kt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,it.width,it.height,st.depth,gt,O,it.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ut,rt,it.width,it.height,st.depth,0,gt,O,it.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{St&&Ct&&e.texStorage2D(i.TEXTURE_2D,ae,rt,Rt[0].width,Rt[0].height);for(let ut=0,qt=Rt.length;ut<qt;ut++)it=Rt[ut],M.format!==Hi?gt!==null?St?Kt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,it.data):e.compressedTexImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,it.data):te("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,O,it.data):e.texImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,gt,O,it.data)}else if(M.isDataArrayTexture)if(St){if(Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ae,rt,st.width,st.height,st.depth),Kt)if(M.layerUpdates.size>0){let ut=Vd(st.width,st.height,M.format,M.type);for(let qt of M.layerUpdates){let le=st.data.subarray(qt*ut/st.data.BYTES_PER_ELEMENT,(qt+1)*ut/st.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,qt,st.width,st.height,1,gt,O,le)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,st.width,st.height,st.depth,gt,O,st.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,st.width,st.height,st.depth,0,gt,O,st.data);else if(M.isData3DTexture)St?(Ct&&e.texStorage3D(i.TEXTURE_3D,ae,rt,st.width,st.height,st.depth),Kt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,st.width,st.height,st.depth,gt,O,st.data)):e.texImage3D(i.TEXTURE_3D,0,rt,st.width,st.height,st.depth,0,gt,O,st.data);else if(M.isFramebufferTexture){if(Ct)if(St)e.texStorage2D(i.TEXTURE_2D,ae,rt,st.width,st.height);else{let ut=st.width,qt=st.height;for(let le=0;le<ae;le++)e.texImage2D(i.TEXTURE_2D,le,rt,ut,qt,0,gt,O,null),ut>>=1,qt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ut=i.canvas;if(ut.hasAttribute("layoutsubtree")||ut.setAttribute("layoutsubtree","true"),st.parentNode!==ut){ut.appendChild(st),u.add(M),ut.onpaint=qt=>{let le=qt.changedElements;for(let Nt of u)le.includes(Nt.image)&&(Nt.needsUpdate=!0)},ut.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,st);else{let le=i.RGBA,Nt=i.RGBA,_e=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,le,Nt,_e,st)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Rt.length>0){if(St&&Ct){let ut=Qt(Rt[0]);e.texStorage2D(i.TEXTURE_2D,ae,rt,ut.width,ut.height)}for(let ut=0,qt=Rt.length;ut<qt;ut++)it=Rt[ut],St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,gt,O,it):e.texImage2D(i.TEXTURE_2D,ut,rt,gt,O,it);M.generateMipmaps=!1}else if(St){if(Ct){let ut=Qt(st);e.texStorage2D(i.TEXTURE_2D,ae,rt,ut.width,ut.height)}Kt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,O,st)}else e.texImage2D(i.TEXTURE_2D,0,rt,gt,O,st);A(M)&&M.mipmapsAutoUpdate===!0&&S(ft),Tt.__version=bt.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Bt(C,M,q){if(M.image.length!==6)return;let ft=ne(C,M),at=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,C.__webglTexture,i.TEXTURE0+q);let bt=n.get(at);if(at.version!==bt.__version||ft===!0){e.activeTexture(i.TEXTURE0+q);let Tt=Ae.getPrimaries(Ae.workingColorSpace),nt=M.colorSpace===Is?null:Ae.getPrimaries(M.colorSpace),st=M.colorSpace===Is||Tt===nt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,st);let gt=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,rt=[];for(let Nt=0;Nt<6;Nt++)!gt&&!O?rt[Nt]=v(M.image[Nt],!0,s.maxCubemapSize):rt[Nt]=O?M.image[Nt].image:M.image[Nt],rt[Nt]=Zt(M,rt[Nt]);let it=rt[0],Rt=r.convert(M.format,M.colorSpace),St=r.convert(M.type),Ct=T(M.internalFormat,Rt,St,M.normalized,M.colorSpace),Kt=M.isVideoTexture!==!0,ae=bt.__version===void 0||ft===!0,ut=at.dataReady,qt=E(M,it);se(i.TEXTURE_CUBE_MAP,M);let le;if(M.isDepthTexture){if(Ct=_(M.format===Ps,M.type),ae)if(Kt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Ct,it.width,it.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,it.width,it.height,0,Rt,St,null)}else if(gt){Kt&&ae&&e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Ct,it.width,it.height);for(let Nt=0;Nt<6;Nt++){le=rt[Nt].mipmaps;for(let _e=0;_e<le.length;_e++){let $e=le[_e];M.format!==Hi?Rt!==null?Kt?ut&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e,0,0,$e.width,$e.height,Rt,$e.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e,Ct,$e.width,$e.height,0,$e.data):te("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e,0,0,$e.width,$e.height,Rt,St,$e.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e,Ct,$e.width,$e.height,0,Rt,St,$e.data)}}}else{if(le=M.mipmaps,Kt&&ae){le.length>0&&qt++;let Nt=Qt(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Ct,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(O){Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,rt[Nt].width,rt[Nt].height,Rt,St,rt[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,rt[Nt].width,rt[Nt].height,0,Rt,St,rt[Nt].data);for(let _e=0;_e<le.length;_e++){let Hn=le[_e].image[Nt].image;Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e+1,0,0,Hn.width,Hn.height,Rt,St,Hn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e+1,Ct,Hn.width,Hn.height,0,Rt,St,Hn.data)}}else{Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Rt,St,rt[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,Rt,St,rt[Nt]);for(let _e=0;_e<le.length;_e++){let $e=le[_e];Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e+1,0,0,Rt,St,$e.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,_e+1,Ct,Rt,St,$e.image[Nt])}}}A(M)&&M.mipmapsAutoUpdate===!0&&S(i.TEXTURE_CUBE_MAP),bt.__version=at.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Dt(C,M,q,ft,at,bt){let Tt=r.convert(q.format,q.colorSpace),nt=r.convert(q.type),st=T(q.internalFormat,Tt,nt,q.normalized,q.colorSpace),gt=n.get(M),O=n.get(q);if(O.__renderTarget=M,!gt.__hasExternalTextures){let rt=Math.max(1,M.width>>bt),it=Math.max(1,M.height>>bt);at===i.TEXTURE_3D||at===i.TEXTURE_2D_ARRAY?e.texImage3D(at,bt,st,rt,it,M.depth,0,Tt,nt,null):e.texImage2D(at,bt,st,rt,it,0,Tt,nt,null)}e.bindFramebuffer(i.FRAMEBUFFER,C),Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ft,at,O.__webglTexture,0,he(M)):(at===i.TEXTURE_2D||at>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&at<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ft,at,O.__webglTexture,bt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ee(C,M,q){if(i.bindRenderbuffer(i.RENDERBUFFER,C),M.depthBuffer){let ft=M.depthTexture,at=ft&&ft.isDepthTexture?ft.type:null,bt=_(M.stencilBuffer,at),Tt=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,he(M),bt,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,he(M),bt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,bt,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Tt,i.RENDERBUFFER,C)}else{let ft=M.textures;for(let at=0;at<ft.length;at++){let bt=ft[at],Tt=r.convert(bt.format,bt.colorSpace),nt=r.convert(bt.type),st=T(bt.internalFormat,Tt,nt,bt.normalized,bt.colorSpace);Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,he(M),st,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,he(M),st,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,st,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function zt(C,M,q){let ft=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,C),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let at=n.get(M.depthTexture);at.__renderTarget=M;let bt=ft?M.depthTexture.image[0]:M.depthTexture.image;(!at.__webglTexture||bt.width!==M.width||bt.height!==M.height)&&(bt.width=M.width,bt.height=M.height,M.depthTexture.needsUpdate=!0),ft?wt(M.depthTexture,0):_t(M.depthTexture,0);let Tt=at.__webglTexture,nt=he(M),st=ft?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,gt=M.depthTexture.format===Ps?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===Es)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Tt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Tt,0);else if(M.depthTexture.format===Ps)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Tt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Tt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function ge(C){let M=n.get(C),q=C.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==C.depthTexture){let ft=C.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ft){let at=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ft.removeEventListener("dispose",at)};ft.addEventListener("dispose",at),M.__depthDisposeCallback=at}M.__boundDepthTexture=ft}if(C.depthTexture&&!M.__autoAllocateDepthBuffer)if(q)for(let ft=0;ft<6;ft++)zt(M.__webglFramebuffer[ft],C,ft);else C.texture.mipmaps.length>0?zt(M.__webglFramebuffer[0],C,0):zt(M.__webglFramebuffer,C,0);else if(q){M.__webglDepthbuffer=[];for(let ft=0;ft<6;ft++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[ft]),M.__webglDepthbuffer[ft]===void 0)M.__webglDepthbuffer[ft]=i.createRenderbuffer(),ee(M.__webglDepthbuffer[ft],C,!1);else{let at=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,bt=M.__webglDepthbuffer[ft];i.bindRenderbuffer(i.RENDERBUFFER,bt),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,bt)}}else if(C.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),ee(M.__webglDepthbuffer,C,!1);else{let at=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,bt=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,bt),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,bt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function de(C,M,q){let ft=n.get(C);M!==void 0&&Dt(ft.__webglFramebuffer,C,C.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&ge(C)}function xe(C){let M=C.texture,q=n.get(C),ft=n.get(M);C.addEventListener("dispose",G),B(C);let at=C.textures,bt=C.isWebGLCubeRenderTarget===!0,Tt=at.length>1;if(Tt||(ft.__webglTexture===void 0&&(ft.__webglTexture=i.createTexture()),ft.__version=M.version,o.memory.textures++),bt){q.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0){q.__webglFramebuffer[nt]=[];for(let st=0;st<M.mipmaps.length;st++)q.__webglFramebuffer[nt][st]=i.createFramebuffer()}else q.__webglFramebuffer[nt]=i.createFramebuffer()}else{if(M.mipmaps.length>0){q.__webglFramebuffer=[];for(let nt=0;nt<M.mipmaps.length;nt++)q.__webglFramebuffer[nt]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(Tt)for(let nt=0,st=at.length;nt<st;nt++){let gt=n.get(at[nt]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(C.samples>0&&Et(C)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let nt=0;nt<at.length;nt++){let st=at[nt];q.__webglColorRenderbuffer[nt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[nt]);let gt=r.convert(st.format,st.colorSpace),O=r.convert(st.type),rt=T(st.internalFormat,gt,O,st.normalized,st.colorSpace,C.isXRRenderTarget===!0),it=he(C);i.renderbufferStorageMultisample(i.RENDERBUFFER,it,rt,C.width,C.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+nt,i.RENDERBUFFER,q.__webglColorRenderbuffer[nt])}i.bindRenderbuffer(i.RENDERBUFFER,null),C.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),ee(q.__webglDepthRenderbuffer,C,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(bt){e.bindTexture(i.TEXTURE_CUBE_MAP,ft.__webglTexture),se(i.TEXTURE_CUBE_MAP,M);for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0)for(let st=0;st<M.mipmaps.length;st++)Dt(q.__webglFramebuffer[nt][st],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,st);else Dt(q.__webglFramebuffer[nt],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);A(M)?S(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(Tt){for(let nt=0,st=at.length;nt<st;nt++){let gt=at[nt],O=n.get(gt),rt=i.TEXTURE_2D;(C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(rt=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,O.__webglTexture),se(rt,gt),Dt(q.__webglFramebuffer,C,gt,i.COLOR_ATTACHMENT0+nt,rt,0),A(gt)&&S(rt)}e.unbindTexture()}else{let nt=i.TEXTURE_2D;if((C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(nt=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(nt,ft.__webglTexture),se(nt,M),M.mipmaps.length>0)for(let st=0;st<M.mipmaps.length;st++)Dt(q.__webglFramebuffer[st],C,M,i.COLOR_ATTACHMENT0,nt,st);else Dt(q.__webglFramebuffer,C,M,i.COLOR_ATTACHMENT0,nt,0);A(M)?S(nt):M.mipmaps.length>0&&i.texParameteri(nt,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}C.depthBuffer&&ge(C)}function F(C){let M=C.textures;for(let q=0,ft=M.length;q<ft;q++){let at=M[q];if(A(at)&&at.mipmapsAutoUpdate===!0){let bt=P(C),Tt=n.get(at).__webglTexture;e.bindTexture(bt,Tt),S(bt),e.unbindTexture()}}}let Mt=[];function Xt(C){if(C.samples>0){if(Et(C)===!1){let M=C.textures,q=C.width,ft=C.height,at=i.COLOR_BUFFER_BIT,bt=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Tt=n.get(C),nt=M.length>1;if(nt)for(let gt=0;gt<M.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),C.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer);for(let gt=0;gt<M.length;gt++){if(C.resolveDepthBuffer&&(C.depthBuffer&&(at|=i.DEPTH_BUFFER_BIT),C.stencilBuffer&&C.resolveStencilBuffer&&(at|=i.STENCIL_BUFFER_BIT)),nt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let O=n.get(M[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,q,ft,0,0,q,ft,at,i.NEAREST),l===!0&&(Mt.length=0,Mt.push(i.COLOR_ATTACHMENT0+gt),C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&Mt.push(bt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Mt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),nt)for(let gt=0;gt<M.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let O=n.get(M[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,O,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer)}else if(C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&l){let M=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function he(C){return Math.min(s.maxSamples,C.samples)}function Et(C){let M=n.get(C);return C.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Fe(C){let M=o.render.frame;h.get(C)!==M&&(h.set(C,M),C.update())}function Zt(C,M){let q=C.colorSpace,ft=C.format,at=C.type;return C.isCompressedTexture===!0||C.isVideoTexture===!0||q!==Ma&&q!==Is&&(Ae.getTransfer(q)===Be?(ft!==Hi||at!==ri)&&te("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ce("WebGLTextures: Unsupported texture color space:",q)),M}function Qt(C){return typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement?(c.width=C.naturalWidth||C.width,c.height=C.naturalHeight||C.height):typeof VideoFrame<"u"&&C instanceof VideoFrame?(c.width=C.displayWidth,c.height=C.displayHeight):(c.width=C.width,c.height=C.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=Q,this.getTextureUnits=et,this.setTextureUnits=dt,this.setTexture2D=_t,this.setTexture2DArray=yt,this.setTexture3D=Lt,this.setTextureCube=wt,this.rebindTextures=de,this.setupRenderTarget=xe,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=Xt,this.setupDepthRenderbuffer=ge,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=Et,this.dispose=V}function WE(i,t){function e(n,s=Is){let r,o=Ae.getTransfer(s);if(n===ri)return i.UNSIGNED_BYTE;if(n===mh)return i.UNSIGNED_SHORT_4_4_4_4;if(n===gh)return i.UNSIGNED_SHORT_5_5_5_1;if(n===wd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Ed)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Md)return i.BYTE;if(n===bd)return i.SHORT;if(n===zo)return i.UNSIGNED_SHORT;if(n===ph)return i.INT;if(n===Vi)return i.UNSIGNED_INT;if(n===Ci)return i.FLOAT;if(n===Gi)return i.HALF_FLOAT;if(n===Td)return i.ALPHA;if(n===Ad)return i.RGB;if(n===Hi)return i.RGBA;if(n===Es)return i.DEPTH_COMPONENT;if(n===Ps)return i.DEPTH_STENCIL;if(n===_h)return i.RED;if(n===xh)return i.RED_INTEGER;if(n===rr)return i.RG;if(n===yh)return i.RG_INTEGER;if(n===vh)return i.RGBA_INTEGER;if(n===rl||n===ol||n===al||n===ll)if(o===Be)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===rl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===ol)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===al)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===ll)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===rl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===ol)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===al)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===ll)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Sh||n===Mh||n===bh||n===wh)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Sh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Mh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===bh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===wh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Eh||n===Th||n===Ah||n===Ch||n===Rh||n===cl||n===Ph)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Eh||n===Th)return o===Be?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Ah)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Ch)return r.COMPRESSED_R11_EAC;if(n===Rh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===cl)return r.COMPRESSED_RG11_EAC;if(n===Ph)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Ih||n===Lh||n===Dh||n===Nh||n===Uh||n===Fh||n===Oh||n===Bh||n===zh||n===kh||n===Vh||n===Gh||n===Hh||n===Wh)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Ih)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Lh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Dh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Nh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Uh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Fh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Oh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Bh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===zh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===kh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Vh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Gh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Hh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Wh)return o===Be?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Xh||n===qh||n===Yh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Xh)return o===Be?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===qh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Yh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Zh||n===$h||n===hl||n===Jh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===Zh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===$h)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===hl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Jh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Dr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var XE=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,qE=`
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

}`,Jd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new Fa(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new si({vertexShader:XE,fragmentShader:qE,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Ne(new is(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Kd=class extends zi{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,f=null,d=null,p=null,y=typeof XRWebGLBinding<"u",m=new Jd,g={},v=e.getContextAttributes(),A=null,S=null,P=[],T=[],_=new pt,E=null,B=null,D=new Kn;D.viewport=new ze;let L=new Kn;L.viewport=new ze;let G=[D,L],W=new hh,N=null,V=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let _t=P[tt];return _t===void 0&&(_t=new Io,P[tt]=_t),_t.getTargetRaySpace()},this.getControllerGrip=function(tt){let _t=P[tt];return _t===void 0&&(_t=new Io,P[tt]=_t),_t.getGripSpace()},this.getHand=function(tt){let _t=P[tt];return _t===void 0&&(_t=new Io,P[tt]=_t),_t.getHandSpace()};function Y(tt){let _t=T.indexOf(tt.inputSource);if(_t===-1)return;let yt=P[_t];yt!==void 0&&(yt.update(tt.inputSource,tt.frame,c||o),yt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function k(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",k),s.removeEventListener("inputsourceschange",ct);for(let tt=0;tt<P.length;tt++){let _t=T[tt];_t!==null&&(T[tt]=null,P[tt].disconnect(_t))}N=null,V=null,m.reset();for(let tt in g)delete g[tt];if(t.setRenderTarget(A),d=null,f=null,u=null,s=null,S=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(E),t.setSize(_.width,_.height,!1),B!==null){let tt=B.camera;tt.fov=B.fov,tt.zoom=B.zoom,tt.updateProjectionMatrix(),B=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&te("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&te("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(A=t.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",k),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),E=t.getPixelRatio(),t.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let yt=null,Lt=null,wt=null;v.depth&&(wt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,yt=v.stencil?Ps:Es,Lt=v.stencil?Dr:Vi);let Gt={colorFormat:e.RGBA8,depthFormat:wt,scaleFactor:r};u=this.getBinding(),f=u.createProjectionLayer(Gt),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),S=new _i(f.textureWidth,f.textureHeight,{format:Hi,type:ri,depthTexture:new As(f.textureWidth,f.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,yt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}else{let yt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,yt),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),S=new _i(d.framebufferWidth,d.framebufferHeight,{format:Hi,type:ri,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ct(tt){for(let _t=0;_t<tt.removed.length;_t++){let yt=tt.removed[_t],Lt=T.indexOf(yt);Lt>=0&&(T[Lt]=null,P[Lt].disconnect(yt))}for(let _t=0;_t<tt.added.length;_t++){let yt=tt.added[_t],Lt=T.indexOf(yt);if(Lt===-1){for(let Gt=0;Gt<P.length;Gt++)if(Gt>=T.length){T.push(yt),Lt=Gt;break}else if(T[Gt]===null){T[Gt]=yt,Lt=Gt;break}if(Lt===-1)break}let wt=P[Lt];wt&&wt.connect(yt)}}function J(tt,_t){_t===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(_t.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let _t=tt.near,yt=tt.far;m.texture!==null&&(m.depthNear>0&&(_t=m.depthNear),m.depthFar>0&&(yt=m.depthFar)),W.near=L.near=D.near=_t,W.far=L.far=D.far=yt,(N!==W.near||V!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),N=W.near,V=W.far),W.layers.mask=tt.layers.mask|6,D.layers.mask=W.layers.mask&-5,L.layers.mask=W.layers.mask&-3;let Lt=tt.parent,wt=W.cameras;J(W,Lt);for(let Gt=0;Gt<wt.length;Gt++)J(wt[Gt],Lt);W.projectionMatrix.copy(D.projectionMatrix),W.projectionMatrixInverse.copy(D.projectionMatrixInverse),B===null&&tt.isPerspectiveCamera&&(B={camera:tt,fov:tt.fov,zoom:tt.zoom}),Q(tt,W,Lt)};function Q(tt,_t,yt){yt===null?tt.matrix.copy(_t.matrixWorld):(tt.matrix.copy(yt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(_t.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(_t.projectionMatrix),tt.projectionMatrixInverse.copy(_t.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=Ro*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(tt){l=tt,f!==null&&(f.fixedFoveation=tt),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=tt)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(tt){return g[tt]};let et=null;function dt(tt,_t){if(h=_t.getViewerPose(c||o),p=_t,h!==null){let yt=h.views;d!==null&&(t.setRenderTargetFramebuffer(S,d.framebuffer),t.setRenderTarget(S));let Lt=!1;yt.length!==W.cameras.length&&(W.cameras.length=0,Lt=!0);for(let Jt=0;Jt<yt.length;Jt++){let se=yt[Jt],ne=null;if(d!==null)ne=d.getViewport(se);else{let vt=u.getViewSubImage(f,se);ne=vt.viewport,Jt===0&&(t.setRenderTargetTextures(S,vt.colorTexture,vt.depthStencilTexture),t.setRenderTarget(S))}let ot=G[Jt];ot===void 0&&(ot=new Kn,ot.layers.enable(Jt),ot.viewport=new ze,G[Jt]=ot),ot.matrix.fromArray(se.transform.matrix),ot.matrix.decompose(ot.position,ot.quaternion,ot.scale),ot.projectionMatrix.fromArray(se.projectionMatrix),ot.projectionMatrixInverse.copy(ot.projectionMatrix).invert(),ot.viewport.set(ne.x,ne.y,ne.width,ne.height),Jt===0&&(W.matrix.copy(ot.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Lt===!0&&W.cameras.push(ot)}let wt=s.enabledFeatures;if(wt&&wt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){u=n.getBinding();let Jt=u.getDepthInformation(yt[0]);Jt&&Jt.isValid&&Jt.texture&&m.init(Jt,s.renderState)}if(wt&&wt.includes("camera-access")&&y){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<yt.length;Jt++){let se=yt[Jt].camera;if(se){let ne=g[se];ne||(ne=new Fa,g[se]=ne);let ot=u.getCameraImage(se);ne.sourceTexture=ot}}}}for(let yt=0;yt<P.length;yt++){let Lt=T[yt],wt=P[yt];Lt!==null&&wt!==void 0&&wt.update(Lt,_t,c||o)}et&&et(tt,_t),_t.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_t}),p=null}let ht=new g_;ht.setAnimationLoop(dt),this.setAnimationLoop=function(tt){et=tt},this.dispose=function(){}}},YE=new Ce,T_=new pe;T_.set(-1,0,0,0,1,0,0,0,1);function ZE(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,Bd(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,v,A,S){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),f(m,g),g.isMeshPhysicalMaterial&&d(m,g,S)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,v,A):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===ti&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===ti&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let v=t.get(g),A=v.envMap,S=v.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4(YE.makeRotationFromEuler(S)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(T_),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,v,A){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*v,m.scale.value=A*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function f(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function d(m,g,v){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===ti&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=v.texture,m.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let v=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(v.matrixWorld),m.nearDistance.value=v.shadow.camera.near,m.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function $E(i,t,e,n){let s={},r={};function o(v,A){let S=A.program;n.uniformBlockBinding(v,S,s[v.id])}function a(v,A){let S=s[v.id];S===void 0&&(p(v),S=l(v),s[v.id]=S,v.addEventListener("dispose",m));let P=A.program;n.updateUBOMapping(v,P);let T=t.render.frame;r[v.id]!==T&&(c(v),r[v.id]=T)}function l(v){let A=i.createBuffer(),S=v.__size,P=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,A),i.bufferData(i.UNIFORM_BUFFER,S,P),i.bindBuffer(i.UNIFORM_BUFFER,null),A}function c(v){let A=s[v.id],S=v.uniforms,P=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,A);for(let T=0,_=S.length;T<_;T++){let E=S[T];if(Array.isArray(E))for(let B=0,D=E.length;B<D;B++)h(E[B],T,B,P);else h(E,T,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,A,S,P){if(f(v,A,S,P)===!0){let T=v.__offset,_=v.value;if(Array.isArray(_)){let E=0;for(let B=0;B<_.length;B++){let D=_[B],L=y(D,!0);u(D,v.__data,E),E+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,v.__data)}}function u(v,A,S){typeof v=="number"||typeof v=="boolean"?A[S]=v:v.isMatrix3?(A[S]=v.elements[0],A[S+1]=v.elements[1],A[S+2]=v.elements[2],A[S+3]=0,A[S+4]=v.elements[3],A[S+5]=v.elements[4],A[S+6]=v.elements[5],A[S+7]=0,A[S+8]=v.elements[6],A[S+9]=v.elements[7],A[S+10]=v.elements[8],A[S+11]=0):ArrayBuffer.isView(v)?A.set(v.subarray(0,A.length-S),S):v.toArray(A,S)}function f(v,A,S,P){let T=v.value,_=A+"_"+S;if(Array.isArray(T)){P[_]===void 0&&(P[_]=[]);let E=P[_],B=!1;for(let D=0;D<T.length;D++)d(T[D],E,D)===!0&&(B=!0);return B}return d(T,P,_)}function d(v,A,S){if(A[S]===void 0)return typeof v=="number"||typeof v=="boolean"?A[S]=v:ArrayBuffer.isView(v)?A[S]=v.slice():A[S]=v.clone(),!0;{let P=A[S];if(typeof v=="number"||typeof v=="boolean"){if(P!==v)return A[S]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(P.equals(v)===!1)return P.copy(v),!0}}return!1}function p(v){let A=v.uniforms,S=0,P=16;for(let _=0,E=A.length;_<E;_++){let B=Array.isArray(A[_])?A[_]:[A[_]];for(let D=0,L=B.length;D<L;D++){let G=B[D],W=Array.isArray(G.value)?G.value:[G.value],N=Array.isArray(A[_])||Array.isArray(G.value),V=S;for(let k=0,ct=W.length;k<ct;k++){let J=W[k],Q=y(J,N),et=S%P,dt=et%Q.boundary,ht=et+dt;S+=dt,ht!==0&&P-ht<Q.storage&&(S+=P-ht),k===0&&(V=S),S+=Q.storage}let Y=G.type==="int"?Int32Array:G.type==="uint"?Uint32Array:Float32Array;G.__data=new Y((S-V)/Float32Array.BYTES_PER_ELEMENT),G.__offset=V}}let T=S%P;return T>0&&(S+=P-T),v.__size=S,v.__cache={},this}function y(v,A){let S={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(S.boundary=4,S.storage=4):v.isVector2?(S.boundary=8,S.storage=8):v.isVector3||v.isColor?(S.boundary=16,S.storage=12):v.isVector4?(S.boundary=16,S.storage=16):v.isMatrix3?(S.boundary=16,S.storage=48):v.isMatrix4?(S.boundary=16,S.storage=64):v.isTexture?te("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(S.boundary=16,S.storage=v.byteLength):te("WebGLRenderer: Unsupported uniform value type.",v),A===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function m(v){let A=v.target;A.removeEventListener("dispose",m),i.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function g(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:g}}var JE=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),os=null;function KE(){return os===null&&(os=new Ia(JE,16,16,rr,Gi),os.name="DFG_LUT",os.minFilter=jn,os.magFilter=jn,os.wrapS=ts,os.wrapT=ts,os.generateMipmaps=!1,os.needsUpdate=!0),os}var nu=class{constructor(t={}){let{canvas:e=B0(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:f=!1,outputBufferType:d=ri}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=d,m=new Set([vh,yh,xh]),g=new Set([ri,Vi,zo,Dr,mh,gh]),v=new Uint32Array(4),A=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},P=null,T=null,_=[],E=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=rs,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,L=!1,G=null,W=null,N=null,V=null;this._outputColorSpace=Mn;let Y=0,k=0,ct=null,J=-1,Q=null,et=new ze,dt=new ze,ht=null,tt=new oe(0),_t=0,yt=e.width,Lt=e.height,wt=1,Gt=null,ie=null,Jt=new ze(0,0,yt,Lt),se=new ze(0,0,yt,Lt),ne=!1,ot=new Ys,vt=new kc,xt=!1,Bt=!1,Dt=new Ce,ee=new R,zt=new ze,ge={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},de=!1;function xe(){return ct===null?wt:1}let F=n;function Mt(w,z){return e.getContext(w,z)}let Xt,he,Et,Fe,Zt,Qt,C,M,q,ft,at,bt,Tt,nt,st,gt,O,rt,it,Rt,St,Ct,Kt;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",qt,!1),e.addEventListener("webglcontextrestored",le,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),F===null){let z="webgl2";if(F=Mt(z,w),F===null)throw Mt(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}ae()}catch(w){throw e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",le,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),ce("WebGLRenderer: "+w.message),w}function ae(){Xt=new l1(F),Xt.init(),St=new WE(F,Xt),he=new Kw(F,Xt,t,St),Et=new GE(F,Xt),he.reversedDepthBuffer&&f&&Et.buffers.depth.setReversed(!0),W=F.createFramebuffer(),N=F.createFramebuffer(),V=F.createFramebuffer(),Fe=new u1(F),Zt=new CE,Qt=new HE(F,Xt,Et,Zt,he,St,Fe),C=new a1(D),M=new dM(F),Ct=new $w(F,M),q=new c1(F,M,Fe,Ct),ft=new d1(F,q,M,Ct,Fe),rt=new f1(F,he,Qt),st=new jw(Zt),at=new AE(D,C,Xt,he,Ct,st),bt=new ZE(D,Zt),Tt=new PE,nt=new FE(Xt),O=new Zw(D,C,Et,ft,p,l),gt=new VE(D,ft,he),Kt=new $E(F,Fe,he,Et),it=new Jw(F,Xt,Fe),Rt=new h1(F,Xt,Fe),Fe.programs=at.programs,D.capabilities=he,D.extensions=Xt,D.properties=Zt,D.renderLists=Tt,D.shadowMap=gt,D.state=Et,D.info=Fe}y!==ri&&(B=new m1(y,e.width,e.height,a,s,r));let ut=new Kd(D,F);this.xr=ut,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let w=Xt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Xt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return wt},this.setPixelRatio=function(w){w!==void 0&&(wt=w,this.setSize(yt,Lt,!1))},this.getSize=function(w){return w.set(yt,Lt)},this.setSize=function(w,z,j=!0){if(ut.isPresenting){te("WebGLRenderer: Can't change size while VR device is presenting.");return}yt=w,Lt=z,e.width=Math.floor(w*wt),e.height=Math.floor(z*wt),j===!0&&(e.style.width=w+"px",e.style.height=z+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,w,z)},this.getDrawingBufferSize=function(w){return w.set(yt*wt,Lt*wt).floor()},this.setDrawingBufferSize=function(w,z,j){yt=w,Lt=z,wt=j,e.width=Math.floor(w*j),e.height=Math.floor(z*j),this.setViewport(0,0,w,z)},this.setEffects=function(w){if(y===ri){ce("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let z=0;z<w.length;z++)if(w[z].isOutputPass===!0){te("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(et)},this.getViewport=function(w){return w.copy(Jt)},this.setViewport=function(w,z,j,Z){w.isVector4?Jt.set(w.x,w.y,w.z,w.w):Jt.set(w,z,j,Z),Et.viewport(et.copy(Jt).multiplyScalar(xe()).round())},this.getScissor=function(w){return w.copy(se)},this.setScissor=function(w,z,j,Z){w.isVector4?se.set(w.x,w.y,w.z,w.w):se.set(w,z,j,Z),Et.scissor(dt.copy(se).multiplyScalar(xe()).round())},this.getScissorTest=function(){return ne},this.setScissorTest=function(w){Et.setScissorTest(ne=w)},this.setOpaqueSort=function(w){Gt=w},this.setTransparentSort=function(w){ie=w},this.getClearColor=function(w){return w.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(w=!0,z=!0,j=!0){let Z=0;if(w){let $=!1;if(ct!==null){let Pt=ct.texture.format;$=m.has(Pt)}if($){let Pt=ct.texture.type,Ft=g.has(Pt),It=O.getClearColor(),Ot=O.getClearAlpha(),$t=It.r,ue=It.g,Me=It.b;Ft?(v[0]=$t,v[1]=ue,v[2]=Me,v[3]=Ot,F.clearBufferuiv(F.COLOR,0,v)):(A[0]=$t,A[1]=ue,A[2]=Me,A[3]=Ot,F.clearBufferiv(F.COLOR,0,A))}else Z|=F.COLOR_BUFFER_BIT}z&&(Z|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(Z|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Z!==0&&F.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),G=w},this.dispose=function(){e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",le,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),O.dispose(),Tt.dispose(),nt.dispose(),Qt.dispose(),Zt.dispose(),C.dispose(),ft.dispose(),q.dispose(),Ct.dispose(),Kt.dispose(),at.dispose(),ut.dispose(),ut.removeEventListener("sessionstart",vl),ut.removeEventListener("sessionend",Wi),us.stop()};function qt(w){w.preventDefault(),Ea("WebGLRenderer: Context Lost."),L=!0}function le(){Ea("WebGLRenderer: Context Restored."),L=!1;let w=Fe.autoReset,z=gt.enabled,j=gt.autoUpdate,Z=gt.needsUpdate,$=gt.type;ae(),Fe.autoReset=w,gt.enabled=z,gt.autoUpdate=j,gt.needsUpdate=Z,gt.type=$}function Nt(w){ce("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function _e(w){let z=w.target;z.removeEventListener("dispose",_e),$e(z)}function $e(w){Hn(w),Zt.remove(w)}function Hn(w){let z=Zt.get(w).programs;z!==void 0&&(z.forEach(function(j){at.releaseProgram(j)}),w.isShaderMaterial&&at.releaseShaderCache(w))}this.renderBufferDirect=function(w,z,j,Z,$,Pt){z===null&&(z=ge);let Ft=$.isMesh&&$.matrixWorld.determinantAffine()<0,It=Yo(w,z,j,Z,$);Et.setMaterial(Z,Ft);let Ot=j.index,$t=1;if(Z.wireframe===!0){if(Ot=q.getWireframeAttribute(j),Ot===void 0)return;$t=2}let ue=j.drawRange,Me=j.attributes.position,Yt=ue.start*$t,be=(ue.start+ue.count)*$t;Pt!==null&&(Yt=Math.max(Yt,Pt.start*$t),be=Math.min(be,(Pt.start+Pt.count)*$t)),Ot!==null?(Yt=Math.max(Yt,0),be=Math.min(be,Ot.count)):Me!=null&&(Yt=Math.max(Yt,0),be=Math.min(be,Me.count));let nn=be-Yt;if(nn<0||nn===1/0)return;Ct.setup($,Z,It,j,Ot);let ke,Ve=it;if(Ot!==null&&(ke=M.get(Ot),Ve=Rt,Ve.setIndex(ke)),$.isMesh)Z.wireframe===!0?(Et.setLineWidth(Z.wireframeLinewidth*xe()),Ve.setMode(F.LINES)):Ve.setMode(F.TRIANGLES);else if($.isLine){let yn=Z.linewidth;yn===void 0&&(yn=1),Et.setLineWidth(yn*xe()),$.isLineSegments?Ve.setMode(F.LINES):$.isLineLoop?Ve.setMode(F.LINE_LOOP):Ve.setMode(F.LINE_STRIP)}else $.isPoints?Ve.setMode(F.POINTS):$.isSprite&&Ve.setMode(F.TRIANGLES);if($.isBatchedMesh)if(Xt.get("WEBGL_multi_draw"))Ve.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let yn=$._multiDrawStarts,Ht=$._multiDrawCounts,fn=$._multiDrawCount,Ee=Ot?M.get(Ot).bytesPerElement:1,ds=Zt.get(Z).currentProgram.getUniforms();for(let dn=0;dn<fn;dn++)ds.setValue(F,"_gl_DrawID",dn),Ve.render(yn[dn]/Ee,Ht[dn])}else if($.isInstancedMesh)Ve.renderInstances(Yt,nn,$.count);else if(j.isInstancedBufferGeometry){let yn=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ht=Math.min(j.instanceCount,yn);Ve.renderInstances(Yt,nn,Ht)}else Ve.render(Yt,nn)};function Wo(w,z,j,Z){G!==null&&w.isNodeMaterial&&G.setObject(Z,w),xt===!0&&st.setState(w,j,!1),w.transparent===!0&&w.side===Vn&&w.forceSinglePass===!1?(w.side=ti,w.needsUpdate=!0,Xi(w,z,Z),w.side=sr,w.needsUpdate=!0,Xi(w,z,Z),w.side=Vn):Xi(w,z,Z)}this.compile=function(w,z,j=null){j===null&&(j=w),G!==null&&G.renderStart(w,z,j),T=nt.get(j),T.init(z),E.push(T),j.traverseVisible(function($){$.isLight&&$.layers.test(z.layers)&&(T.pushLight($),$.castShadow&&T.pushShadow($))}),w!==j&&w.traverseVisible(function($){$.isLight&&$.layers.test(z.layers)&&(T.pushLight($),$.castShadow&&T.pushShadow($))}),T.setupLights(),G!==null&&G.updateLights(T.state.lightsArray),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),xt===!0&&st.setGlobalState(this.clippingPlanes,z),G!==null&&gt.render(T.state.shadowsArray,j,z);let Z=new Set;return w.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Pt=$.material;if(Pt)if(Array.isArray(Pt))for(let Ft=0;Ft<Pt.length;Ft++){let It=Pt[Ft];Wo(It,j,z,$),Z.add(It)}else Wo(Pt,j,z,$),Z.add(Pt)}),T=E.pop(),G!==null&&G.renderEnd(),Z},this.compileAsync=function(w,z,j=null){let Z=this.compile(w,z,j);return new Promise($=>{function Pt(){if(Z.forEach(function(Ft){let Ot=Zt.get(Ft).currentProgram;(Ot===void 0||Ot.isReady())&&Z.delete(Ft)}),Z.size===0){$(w);return}setTimeout(Pt,10)}Xt.get("KHR_parallel_shader_compile")!==null?Pt():setTimeout(Pt,10)})};let Br=null;function Iu(w){Br&&Br(w)}function vl(){us.stop()}function Wi(){us.start()}let us=new g_;us.setAnimationLoop(Iu),typeof self<"u"&&us.setContext(self),this.setAnimationLoop=function(w){Br=w,ut.setAnimationLoop(w),w===null?us.stop():us.start()},ut.addEventListener("sessionstart",vl),ut.addEventListener("sessionend",Wi),this.render=function(w,z){if(z!==void 0&&z.isCamera!==!0){ce("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;G!==null&&G.renderStart(w,z);let j=ut.enabled===!0&&ut.isPresenting===!0,Z=B!==null&&(ct===null||j)&&B.begin(D,ct);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),ut.enabled===!0&&ut.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(ut.cameraAutoUpdate===!0&&ut.updateCamera(z),z=ut.getCamera()),w.isScene===!0&&w.onBeforeRender(D,w,z,ct),T=nt.get(w,E.length),T.init(z),T.state.textureUnits=Qt.getTextureUnits(),E.push(T),Dt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?vt.setFromArrayCamera(z):ot.setFromProjectionMatrix(Dt,Ai,z.reversedDepth),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),P=Tt.get(w,_.length),P.init(),_.push(P),this.info.render.frame++,ut.enabled===!0&&ut.isPresenting===!0){let Ft=D.xr.getDepthSensingMesh();Ft!==null&&fs(Ft,z,-1/0,D.sortObjects)}fs(w,z,0,D.sortObjects),P.finish(),G!==null&&G.updateLights(T.state.lightsArray),D.sortObjects===!0&&P.sort(Gt,ie),de=ut.enabled===!1||ut.isPresenting===!1||ut.hasDepthSensing()===!1,de&&O.addToRenderList(P,w),this.info.autoReset===!0&&this.info.reset(),xt===!0&&st.beginShadows();let $=T.state.shadowsArray;if(gt.render($,w,z),xt===!0&&st.endShadows(),(Z&&B.hasRenderPass())===!1){let Ft=P.opaque,It=P.transmissive;if(T.setupLights(),z.isArrayCamera){let Ot=z.cameras;if(It.length>0)for(let $t=0,ue=Ot.length;$t<ue;$t++){let Me=Ot[$t];Ri(Ft,It,w,Me)}de&&O.render(w);for(let $t=0,ue=Ot.length;$t<ue;$t++){let Me=Ot[$t];Xo(P,w,Me,Me.viewport)}}else It.length>0&&Ri(Ft,It,w,z),de&&O.render(w),Xo(P,w,z)}ct!==null&&k===0&&(Qt.updateMultisampleRenderTarget(ct),Qt.updateRenderTargetMipmap(ct)),Z&&B.end(D),w.isScene===!0&&w.onAfterRender(D,w,z),Ct.resetDefaultState(),J=-1,Q=null,E.pop(),E.length>0?(T=E[E.length-1],Qt.setTextureUnits(T.state.textureUnits),xt===!0&&st.setGlobalState(D.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?P=_[_.length-1]:P=null,G!==null&&G.renderEnd()};function fs(w,z,j,Z){if(w.visible===!1)return;if(w.layers.test(z.layers)){if(w.isGroup)j=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(z);else if(w.isLight)T.pushLight(w),w.castShadow&&T.pushShadow(w);else if(w.isSprite){let Ft=z.isArrayCamera?vt:ot;if(!w.frustumCulled||w.intersectsFrustum(Ft)){Z&&zt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Dt);let It=ft.update(w),Ot=w.material;Ot.visible&&P.push(w,It,Ot,j,zt.z,null,z)}}else if(w.isMesh||w.isLine||w.isPoints){let Ft=z.isArrayCamera?vt:ot;if(!w.frustumCulled||w.intersectsFrustum(Ft)){let It=ft.update(w),Ot=w.material;if(Z&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),zt.copy(w.boundingSphere.center)):(It.boundingSphere===null&&It.computeBoundingSphere(),zt.copy(It.boundingSphere.center)),zt.applyMatrix4(w.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ot)){let $t=It.groups;for(let ue=0,Me=$t.length;ue<Me;ue++){let Yt=$t[ue],be=Ot[Yt.materialIndex];be&&be.visible&&P.push(w,It,be,j,zt.z,Yt,z)}}else Ot.visible&&P.push(w,It,Ot,j,zt.z,null,z)}}}let Pt=w.children;for(let Ft=0,It=Pt.length;Ft<It;Ft++)fs(Pt[Ft],z,j,Z)}function Xo(w,z,j,Z){let{opaque:$,transmissive:Pt,transparent:Ft}=w;T.setupLightsView(j),xt===!0&&st.setGlobalState(D.clippingPlanes,j),Z&&Et.viewport(et.copy(Z)),$.length>0&&rn($,z,j),Pt.length>0&&rn(Pt,z,j),Ft.length>0&&rn(Ft,z,j),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function Ri(w,z,j,Z){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[Z.id]===void 0){let Yt=Xt.has("EXT_color_buffer_half_float")||Xt.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[Z.id]=new _i(1,1,{generateMipmaps:!0,type:Yt?Gi:ri,minFilter:Rs,samples:Math.max(4,he.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Ae.workingColorSpace})}let Pt=T.state.transmissionRenderTarget[Z.id],Ft=Z.viewport||et;Pt.setSize(Ft.z*D.transmissionResolutionScale,Ft.w*D.transmissionResolutionScale);let It=D.getRenderTarget(),Ot=D.getActiveCubeFace(),$t=D.getActiveMipmapLevel();D.setRenderTarget(Pt),D.getClearColor(tt),_t=D.getClearAlpha(),_t<1&&D.setClearColor(16777215,.5),D.clear(),de&&O.render(j);let ue=D.toneMapping;D.toneMapping=rs;let Me=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),T.setupLightsView(Z),xt===!0&&st.setGlobalState(D.clippingPlanes,Z),rn(w,j,Z),Qt.updateMultisampleRenderTarget(Pt),Qt.updateRenderTargetMipmap(Pt),Xt.has("WEBGL_multisampled_render_to_texture")===!1){let Yt=!1;for(let be=0,nn=z.length;be<nn;be++){let ke=z[be],{object:Ve,geometry:yn,material:Ht,group:fn}=ke;if(Ht.side===Vn&&Ve.layers.test(Z.layers)){let Ee=Ht.side;Ht.side=ti,Ht.needsUpdate=!0,cn(Ve,j,Z,yn,Ht,fn),Ht.side=Ee,Ht.needsUpdate=!0,Yt=!0}}Yt===!0&&(Qt.updateMultisampleRenderTarget(Pt),Qt.updateRenderTargetMipmap(Pt))}D.setRenderTarget(It,Ot,$t),D.setClearColor(tt,_t),Me!==void 0&&(Z.viewport=Me),D.toneMapping=ue}function rn(w,z,j){let Z=z.isScene===!0?z.overrideMaterial:null;for(let $=0,Pt=w.length;$<Pt;$++){let Ft=w[$],{object:It,geometry:Ot,group:$t}=Ft,ue=Ft.material;ue.allowOverride===!0&&Z!==null&&(ue=Z),It.layers.test(j.layers)&&cn(It,z,j,Ot,ue,$t)}}function cn(w,z,j,Z,$,Pt){G!==null&&$.isNodeMaterial&&G.setObject(w,$),w.onBeforeRender(D,z,j,Z,$,Pt),w.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),$.onBeforeRender(D,z,j,Z,w,Pt),$.transparent===!0&&$.side===Vn&&$.forceSinglePass===!1?($.side=ti,$.needsUpdate=!0,D.renderBufferDirect(j,z,Z,$,w,Pt),$.side=sr,$.needsUpdate=!0,D.renderBufferDirect(j,z,Z,$,w,Pt),$.side=Vn):D.renderBufferDirect(j,z,Z,$,w,Pt),w.onAfterRender(D,z,j,Z,$,Pt)}function hn(w){let z=0;for(let j of w)j.texture!==null&&z++;return z}function Xi(w,z,j){z.isScene!==!0&&(z=ge);let Z=Zt.get(w),$=T.state.lights,Pt=T.state.shadowsArray,Ft=$.state.version,It=at.getParameters(w,$.state,Pt,z,j,T.state.lightProbeGridArray),Ot=at.getProgramCacheKey(It),$t=Z.programs;Z.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?z.environment:null,Z.fog=z.fog;let ue=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Z.envMap=C.get(w.envMap||Z.environment,ue),Z.envMapRotation=Z.environment!==null&&w.envMap===null?z.environmentRotation:w.envMapRotation,$t===void 0&&(w.addEventListener("dispose",_e),$t=new Map,Z.programs=$t,Z.programVariants=new Map);let Me=$t.get(Ot);if(Me!==void 0){if(Z.currentProgram===Me&&Z.lightsStateVersion===Ft)return qo(w,It),Me}else It.uniforms=at.getUniforms(w),G!==null&&w.isNodeMaterial&&G.build(w,j,It),w.onBeforeCompile(It,D),Me=at.acquireProgram(It,Ot),$t.set(Ot,Me),Z.uniforms=It.uniforms;let Yt=Z.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Yt.clippingPlanes=st.uniform),qo(w,It),Z.needsLights=Ns(w),Z.lightsStateVersion=Ft,Z.needsLights&&(Yt.ambientLightColor.value=$.state.ambient,Yt.lightProbe.value=$.state.probe,Yt.sunLights.value=$.state.sun,Yt.sunLightShadows.value=$.state.sunShadow,Yt.directionalLights.value=$.state.directional,Yt.directionalLightShadows.value=$.state.directionalShadow,Yt.spotLights.value=$.state.spot,Yt.spotLightShadows.value=$.state.spotShadow,Yt.rectAreaLights.value=$.state.rectArea,Yt.ltc_1.value=$.state.rectAreaLTC1,Yt.ltc_2.value=$.state.rectAreaLTC2,Yt.pointLights.value=$.state.point,Yt.pointLightShadows.value=$.state.pointShadow,Yt.hemisphereLights.value=$.state.hemi,Yt.sunShadowMatrix.value=$.state.sunShadowMatrix,Yt.sunShadowCascade.value=$.state.sunShadowCascade,Yt.directionalShadowMatrix.value=$.state.directionalShadowMatrix,Yt.spotLightMatrix.value=$.state.spotLightMatrix,Yt.spotLightMap.value=$.state.spotLightMap,Yt.pointShadowMatrix.value=$.state.pointShadowMatrix),Z.numLightProbeGrids=hn(T.state.lightProbeGridArray),Z.currentProgram=Me,Z.uniformsList=null,Me}function ai(w,z,j,Z,$){let Pt=Zt.get(w),Ft=Pt.currentProgram.id+","+Z+","+$,It=Pt.programVariants.get(Ft);return It===void 0?(It=Xi(w,z,j),Pt.programVariants.set(Ft,It)):(Pt.currentProgram=It,Pt.uniformsList=null,Pt.outputColorSpace=Z,Pt.toneMapping=$),It}function Ds(w){if(w.uniformsList===null){let z=w.currentProgram.getUniforms();w.uniformsList=ko.seqWithValue(z.seq,w.uniforms)}return w.uniformsList}function qo(w,z){let j=Zt.get(w);j.outputColorSpace=z.outputColorSpace,j.batching=z.batching,j.batchingColor=z.batchingColor,j.instancing=z.instancing,j.instancingColor=z.instancingColor,j.instancingMorph=z.instancingMorph,j.skinning=z.skinning,j.morphTargets=z.morphTargets,j.morphNormals=z.morphNormals,j.morphColors=z.morphColors,j.morphTargetsCount=z.morphTargetsCount,j.numClippingPlanes=z.numClippingPlanes,j.numIntersection=z.numClipIntersection,j.vertexAlphas=z.vertexAlphas,j.vertexTangents=z.vertexTangents,j.toneMapping=z.toneMapping}function Yo(w,z,j,Z,$){z.isScene!==!0&&(z=ge),Qt.resetTextureUnits();let Pt=z.fog,Ft=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial?z.environment:null,It=ct===null?D.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:Ae.workingColorSpace,Ot=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial&&!Z.envMap||Z.isMeshPhongMaterial&&!Z.envMap,$t=C.get(Z.envMap||Ft,Ot),ue=Z.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,Me=!!j.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Yt=!!j.morphAttributes.position,be=!!j.morphAttributes.normal,nn=!!j.morphAttributes.color,ke=rs;Z.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(ke=D.toneMapping);let Ve=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,yn=Ve!==void 0?Ve.length:0,Ht=Zt.get(Z),fn=T.state.lights;if(xt===!0&&(Bt===!0||w!==Q)){let Ge=w===Q&&Z.id===J;st.setState(Z,w,Ge)}let Ee=!1,ds=!1;Z.version===Ht.__version?Ht.needsLights&&Ht.lightsStateVersion!==fn.state.version||$.isBatchedMesh&&Ht.batching===!1||!$.isBatchedMesh&&Ht.batching===!0||$.isBatchedMesh&&Ht.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Ht.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Ht.instancing===!1||!$.isInstancedMesh&&Ht.instancing===!0||$.isSkinnedMesh&&Ht.skinning===!1||!$.isSkinnedMesh&&Ht.skinning===!0||$.isInstancedMesh&&Ht.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Ht.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Ht.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Ht.instancingMorph===!1&&$.morphTexture!==null||Ht.envMap!==$t||Z.fog===!0&&Ht.fog!==Pt||Ht.numClippingPlanes!==void 0&&(Ht.numClippingPlanes!==st.numPlanes||Ht.numIntersection!==st.numIntersection)||Ht.vertexAlphas!==ue||Ht.vertexTangents!==Me||Ht.morphTargets!==Yt||Ht.morphNormals!==be||Ht.morphColors!==nn||Ht.morphTargetsCount!==yn||Ht.numLightProbeGrids!==hn(T.state.lightProbeGridArray)?Ee=!0:(Ht.outputColorSpace!==It||Ht.toneMapping!==ke)&&(ds=!0):(Ee=!0,Ht.__version=Z.version);let dn=Ht.currentProgram;(Ee===!0||ds===!0)&&(dn=ds===!0?ai(Z,z,$,It,ke):Xi(Z,z,$),G&&Z.isNodeMaterial&&G.onUpdateProgram(Z,dn,Ht));let Vr=!1,qi=!1,ps=!1,ye=dn.getUniforms(),on=Ht.uniforms;if(Et.useProgram(dn.program)&&(Vr=!0,qi=!0,ps=!0),Z.id!==J&&(J=Z.id,qi=!0),Vr||Q!==w){Et.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),ye.setValue(F,"projectionMatrix",w.projectionMatrix),ye.setValue(F,"viewMatrix",w.matrixWorldInverse);let pn=ye.map.cameraPosition;pn!==void 0&&pn.setValue(F,ee.setFromMatrixPosition(w.matrixWorld)),he.logarithmicDepthBuffer&&ye.setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&ye.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,qi=!0,ps=!0)}if(Ht.needsLights&&(fn.state.sunShadowMap.length>0&&ye.setValue(F,"sunShadowMap",fn.state.sunShadowMap,Qt),fn.state.directionalShadowMap.length>0&&ye.setValue(F,"directionalShadowMap",fn.state.directionalShadowMap,Qt),fn.state.spotShadowMap.length>0&&ye.setValue(F,"spotShadowMap",fn.state.spotShadowMap,Qt),fn.state.pointShadowMap.length>0&&ye.setValue(F,"pointShadowMap",fn.state.pointShadowMap,Qt)),$.isSkinnedMesh){ye.setOptional(F,$,"bindMatrix"),ye.setOptional(F,$,"bindMatrixInverse");let Ge=$.skeleton;Ge&&(Ge.boneTexture===null&&Ge.computeBoneTexture(),ye.setValue(F,"boneTexture",Ge.boneTexture,Qt))}$.isBatchedMesh&&(ye.setOptional(F,$,"batchingTexture"),ye.setValue(F,"batchingTexture",$._matricesTexture,Qt),ye.setOptional(F,$,"batchingIdTexture"),ye.setValue(F,"batchingIdTexture",$._indirectTexture,Qt),ye.setOptional(F,$,"batchingColorTexture"),$._colorsTexture!==null&&ye.setValue(F,"batchingColorTexture",$._colorsTexture,Qt));let Wn=j.morphAttributes;if((Wn.position!==void 0||Wn.normal!==void 0||Wn.color!==void 0)&&rt.update($,j,dn),(qi||Ht.receiveShadow!==$.receiveShadow)&&(Ht.receiveShadow=$.receiveShadow,ye.setValue(F,"receiveShadow",$.receiveShadow)),(Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial)&&Z.envMap===null&&z.environment!==null&&(on.envMapIntensity.value=z.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=KE()),qi){if(ye.setValue(F,"toneMappingExposure",D.toneMappingExposure),Ht.needsLights&&zr(on,ps),Pt&&Z.fog===!0&&bt.refreshFogUniforms(on,Pt),bt.refreshMaterialUniforms(on,Z,wt,Lt,T.state.transmissionRenderTarget[w.id]),Ht.needsLights&&Ht.numLightProbeGrids>0){let Ge=S,pn=0;for(let On of T.state.lightProbeGridArray)On.texture!==null&&(Ge.textures[pn]=On.texture,Ge.min[pn]=On.boundingBox.min,Ge.max[pn]=On.boundingBox.max,Ge.resolution[pn]=On.resolution,pn++);for(let On in Ge)Ge[On].length=pn;on.probesSH.value=Ge.textures,on.probesMin.value=Ge.min,on.probesMax.value=Ge.max,on.probesResolution.value=Ge.resolution}ko.upload(F,Ds(Ht),on,Qt)}if(Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(ko.upload(F,Ds(Ht),on,Qt),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&ye.setValue(F,"center",$.center),ye.setValue(F,"modelViewMatrix",$.modelViewMatrix),ye.setValue(F,"normalMatrix",$.normalMatrix),ye.setValue(F,"modelMatrix",$.matrixWorld),Z.uniformsGroups!==void 0){let Ge=Z.uniformsGroups;for(let pn=0,On=Ge.length;pn<On;pn++){let Sl=Ge[pn];Kt.update(Sl,dn),Kt.bind(Sl,dn)}}return dn}function zr(w,z){w.ambientLightColor.needsUpdate=z,w.lightProbe.needsUpdate=z,w.sunLights.needsUpdate=z,w.sunLightShadows.needsUpdate=z,w.directionalLights.needsUpdate=z,w.directionalLightShadows.needsUpdate=z,w.pointLights.needsUpdate=z,w.pointLightShadows.needsUpdate=z,w.spotLights.needsUpdate=z,w.spotLightShadows.needsUpdate=z,w.rectAreaLights.needsUpdate=z,w.hemisphereLights.needsUpdate=z}function Ns(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return k},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(w,z,j){let Z=Zt.get(w);Z.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Z.__autoAllocateDepthBuffer===!1&&(Z.__useRenderToTexture=!1),Zt.get(w.texture).__webglTexture=z,Zt.get(w.depthTexture).__webglTexture=Z.__autoAllocateDepthBuffer?void 0:j,Z.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,z){let j=Zt.get(w);j.__webglFramebuffer=z,j.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(w,z=0,j=0){ct=w,Y=z,k=j;let Z=null,$=!1,Pt=!1;if(w){let It=Zt.get(w);if(It.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(F.FRAMEBUFFER,It.__webglFramebuffer),et.copy(w.viewport),dt.copy(w.scissor),ht=w.scissorTest,Et.viewport(et),Et.scissor(dt),Et.setScissorTest(ht),J=-1;return}else if(It.__webglFramebuffer===void 0)Qt.setupRenderTarget(w);else if(It.__hasExternalTextures)Qt.rebindTextures(w,Zt.get(w.texture).__webglTexture,Zt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let ue=w.depthTexture;if(It.__boundDepthTexture!==ue){if(ue!==null&&Zt.has(ue)&&(w.width!==ue.image.width||w.height!==ue.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Qt.setupDepthRenderbuffer(w)}}let Ot=w.texture;(Ot.isData3DTexture||Ot.isDataArrayTexture||Ot.isCompressedArrayTexture)&&(Pt=!0);let $t=Zt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray($t[z])?Z=$t[z][j]:Z=$t[z],$=!0):w.samples>0&&Qt.useMultisampledRTT(w)===!1?Z=Zt.get(w).__webglMultisampledFramebuffer:Array.isArray($t)?Z=$t[j]:Z=$t,et.copy(w.viewport),dt.copy(w.scissor),ht=w.scissorTest}else et.copy(Jt).multiplyScalar(wt).floor(),dt.copy(se).multiplyScalar(wt).floor(),ht=ne;if(j!==0&&(Z=W),Et.bindFramebuffer(F.FRAMEBUFFER,Z)&&Et.drawBuffers(w,Z),Et.viewport(et),Et.scissor(dt),Et.setScissorTest(ht),$){let It=Zt.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+z,It.__webglTexture,j)}else if(Pt){let It=z;for(let Ot=0;Ot<w.textures.length;Ot++){let $t=Zt.get(w.textures[Ot]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ot,$t.__webglTexture,j,It)}}else if(w!==null&&j!==0){let It=Zt.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,It.__webglTexture,j)}J=-1};function kr(w){let z=Zt.get(w);return(z.__readFormat!==w.format||z.__readType!==w.type)&&(z.__readFormat=w.format,z.__readType=w.type,z.__formatReadable=he.textureFormatReadable(w.format),z.__typeReadable=he.textureTypeReadable(w.type)),z}this.readRenderTargetPixels=function(w,z,j,Z,$,Pt,Ft,It=0){if(!(w&&w.isWebGLRenderTarget)){ce("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ot=Zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);try{let $t=w.textures[It],ue=$t.format,Me=$t.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=kr($t);if(Yt.__formatReadable===!1){ce("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Yt.__typeReadable===!1){ce("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=w.width-Z&&j>=0&&j<=w.height-$&&F.readPixels(z,j,Z,$,St.convert(ue),St.convert(Me),Pt)}finally{let $t=ct!==null?Zt.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,$t)}}},this.readRenderTargetPixelsAsync=async function(w,z,j,Z,$,Pt,Ft,It=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ot=Zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot)if(z>=0&&z<=w.width-Z&&j>=0&&j<=w.height-$){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);let $t=w.textures[It],ue=$t.format,Me=$t.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=kr($t);if(Yt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Yt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let be=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,be),F.bufferData(F.PIXEL_PACK_BUFFER,Pt.byteLength,F.STREAM_READ),F.readPixels(z,j,Z,$,St.convert(ue),St.convert(Me),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let nn=ct!==null?Zt.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,nn);let ke=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await k0(F,ke,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,be),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Pt),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(be),F.deleteSync(ke),Pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,z=null,j=0){let Z=Math.pow(2,-j),$=Math.floor(w.image.width*Z),Pt=Math.floor(w.image.height*Z),Ft=z!==null?z.x:0,It=z!==null?z.y:0;Qt.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,j,0,0,Ft,It,$,Pt),Et.unbindTexture()},this.copyTextureToTexture=function(w,z,j=null,Z=null,$=0,Pt=0){let Ft,It,Ot,$t,ue,Me,Yt,be,nn,ke=w.isCompressedTexture?w.mipmaps[Pt]:w.image;if(j!==null)Ft=j.max.x-j.min.x,It=j.max.y-j.min.y,Ot=j.isBox3?j.max.z-j.min.z:1,$t=j.min.x,ue=j.min.y,Me=j.isBox3?j.min.z:0;else{let ye=Math.pow(2,-$);Ft=Math.floor(ke.width*ye),It=Math.floor(ke.height*ye),w.isDataArrayTexture?Ot=ke.depth:w.isData3DTexture?Ot=Math.floor(ke.depth*ye):Ot=1,$t=0,ue=0,Me=0}Z!==null?(Yt=Z.x,be=Z.y,nn=Z.z):(Yt=0,be=0,nn=0);let Ve=St.convert(z.format),yn=St.convert(z.type),Ht;z.isData3DTexture?(Qt.setTexture3D(z,0),Ht=F.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(Qt.setTexture2DArray(z,0),Ht=F.TEXTURE_2D_ARRAY):(Qt.setTexture2D(z,0),Ht=F.TEXTURE_2D),Et.activeTexture(F.TEXTURE0),Et.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,z.flipY),Et.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),Et.pixelStorei(F.UNPACK_ALIGNMENT,z.unpackAlignment);let fn=Et.getParameter(F.UNPACK_ROW_LENGTH),Ee=Et.getParameter(F.UNPACK_IMAGE_HEIGHT),ds=Et.getParameter(F.UNPACK_SKIP_PIXELS),dn=Et.getParameter(F.UNPACK_SKIP_ROWS),Vr=Et.getParameter(F.UNPACK_SKIP_IMAGES);Et.pixelStorei(F.UNPACK_ROW_LENGTH,ke.width),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,ke.height),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,$t),Et.pixelStorei(F.UNPACK_SKIP_ROWS,ue),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Me);let qi=w.isDataArrayTexture||w.isData3DTexture,ps=z.isDataArrayTexture||z.isData3DTexture;if(w.isDepthTexture){let ye=Zt.get(w),on=Zt.get(z),Wn=Zt.get(ye.__renderTarget),Ge=Zt.get(on.__renderTarget);Et.bindFramebuffer(F.READ_FRAMEBUFFER,Wn.__webglFramebuffer),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ge.__webglFramebuffer);for(let pn=0;pn<Ot;pn++)qi&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.get(w).__webglTexture,$,Me+pn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.get(z).__webglTexture,Pt,nn+pn)),F.blitFramebuffer($t,ue,$t+Ft,ue+It,Yt,be,Yt+Ft,be+It,F.DEPTH_BUFFER_BIT,F.NEAREST);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if($!==0||w.isRenderTargetTexture||Zt.has(w)){let ye=Zt.get(w),on=Zt.get(z);Et.bindFramebuffer(F.READ_FRAMEBUFFER,N),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,V);for(let Wn=0;Wn<Ot;Wn++)qi?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ye.__webglTexture,$,Me+Wn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ye.__webglTexture,$),ps?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,on.__webglTexture,Pt,nn+Wn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,on.__webglTexture,Pt),$!==0?F.blitFramebuffer($t,ue,$t+Ft,ue+It,Yt,be,Yt+Ft,be+It,F.COLOR_BUFFER_BIT,F.NEAREST):ps?F.copyTexSubImage3D(Ht,Pt,Yt,be,nn+Wn,$t,ue,Ft,It):F.copyTexSubImage2D(Ht,Pt,Yt,be,$t,ue,Ft,It);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ps?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(Ht,Pt,Yt,be,nn,Ft,It,Ot,Ve,yn,ke.data):z.isCompressedArrayTexture?F.compressedTexSubImage3D(Ht,Pt,Yt,be,nn,Ft,It,Ot,Ve,ke.data):F.texSubImage3D(Ht,Pt,Yt,be,nn,Ft,It,Ot,Ve,yn,ke):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,be,Ft,It,Ve,yn,ke.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Pt,Yt,be,ke.width,ke.height,Ve,ke.data):F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,be,Ft,It,Ve,yn,ke);Et.pixelStorei(F.UNPACK_ROW_LENGTH,fn),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ee),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,ds),Et.pixelStorei(F.UNPACK_SKIP_ROWS,dn),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Vr),Pt===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&F.generateMipmap(Ht),Et.unbindTexture()},this.initRenderTarget=function(w){Zt.get(w).__webglFramebuffer===void 0&&Qt.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Qt.setTextureCube(w,0):w.isData3DTexture?Qt.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Qt.setTexture2DArray(w,0):Qt.setTexture2D(w,0),Et.unbindTexture()},this.resetState=function(){Y=0,k=0,ct=null,Et.reset(),Ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ai}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Ae._getDrawingBufferColorSpace(t),e.unpackColorSpace=Ae._getUnpackColorSpace()}};var A_=.045,jE=.55;function R_(i,t,e){let{length:n,com:s,section:r}=i,o=i.width||.1*n,a=i.height||o;if(!(n>0))return new Ks(.5*o||.01,20,14);let l=-s+(t[0]?Math.min(A_*n,.3*a):0),c=n-s-(t[1]?Math.min(A_*n,.3*a):0),h=r==="box"?QE(c-l,o,a,e):tT(c-l,o/2,e);return r==="ellipse"&&h.scale(1,1,a/o).computeVertexNormals(),h.translate(l,0,0)}function P_(i){return new Ks(.36*Math.min(i.width,i.height||i.width),18,12)}function I_(i){return new ns(1.5*i,1.5*i,.3*i)}function QE(i,t,e,n){let s=.16*Math.min(i,t,e),r=t/2-s,[o,a]=[s,i-s],l=Math.min(jE*t,.6*(a-o)),[c,h]=[n<0?l:0,n>0?l:0],u=.42*r,f=new Cs;f.moveTo(o,n<0?-u:-r),c&&f.quadraticCurveTo(o+.15*c,-r,o+c,-r),f.lineTo(a-h,-r),h?f.quadraticCurveTo(a-.15*h,-r,a,-u):f.lineTo(a,-r),f.lineTo(a,n>0?u:r),h&&f.quadraticCurveTo(a-.15*h,r,a-h,r),f.lineTo(o+c,r),c?f.quadraticCurveTo(o+.15*c,r,o,u):f.lineTo(o,r);let d=Math.max(e-2*s,1e-6),p={depth:d,bevelEnabled:!0,bevelThickness:s,bevelSize:s,bevelSegments:4,curveSegments:10};return new Cr(f,p).translate(0,0,-d/2)}function tT(i,t,e){let n=Math.min(.35*t,.2*i),s=Math.min(1.8*t,.6*i),[r,o]=[e<0?s:n,e>0?s:n],a=[...C_(r,e<0?t:n).map(([l,c])=>new pt(t-c,l))];return a.push(...C_(o,e>0?t:n).reverse().map(([l,c])=>new pt(t-c,i-l))),a.unshift(new pt(0,a[0].y)),a.push(new pt(0,a.at(-1).y)),new Xa(a,28).rotateZ(-Math.PI/2)}function C_(i,t){return Array.from({length:9},(e,n)=>{let s=n/8*(Math.PI/2);return[i*(1-Math.cos(s)),t*(1-Math.sin(s))]})}var Ur=28,L_=5,D_=4,N_=.16,eT=.62,nT=Array.from({length:Ur+1},(i,t)=>{let e=2*Math.PI*t/Ur;return[Math.cos(e),Math.sin(e)]}),ru=class{#t=new R;#e=new Ie;#n=new Ie;#i=new R;#s=new R;#r=new R;#o;#a;#l;constructor(t,e,n,s){Object.assign(this,{track:t,part:n,nose:s}),this.radius=e[n.first].width/2,this.count=n.last-n.first+1,this.rings=iT(this.count,this.radius,e[n.first].length),this.#o=Array.from({length:this.count},()=>new R),this.#a=Array.from({length:this.count},()=>new R),this.#l=Array.from({length:this.count},()=>new Ie),this.geometry=new Ze;let r=this.rings.length*(Ur+1);for(let o of["position","normal","color"])this.geometry.setAttribute(o,new ni(new Float32Array(3*r),3).setUsage(ul));this.geometry.setIndex(sT(this.rings.length))}update(){for(let s=0;s<this.count;s++)this.track.positionInto(this.part.first+s,this.#o[s]),this.track.turnInto(this.part.first+s,this.#l[s]),this.#a[s].set(1,0,0).applyQuaternion(this.#l[s]);let{position:t,normal:e}=this.geometry.attributes,n=0;for(let s of this.rings){this.#c(s),this.#i.set(0,1,0).applyQuaternion(this.#e),this.#s.set(0,0,1).applyQuaternion(this.#e),this.#r.set(1,0,0).applyQuaternion(this.#e);let r=Math.sqrt(1-s.tilt*s.tilt);for(let[o,a]of nT){let[l,c,h]=[o*this.#i.x+a*this.#s.x,o*this.#i.y+a*this.#s.y,o*this.#i.z+a*this.#s.z];t.setXYZ(n,this.#t.x+s.radius*l,this.#t.y+s.radius*c,this.#t.z+s.radius*h),e.setXYZ(n,r*l+s.tilt*this.#r.x,r*c+s.tilt*this.#r.y,r*h+s.tilt*this.#r.z),n++}}t.needsUpdate=!0,e.needsUpdate=!0,this.geometry.computeBoundingSphere()}paint(t,e){let n=this.geometry.attributes.color,s=new oe,r=new oe,o=0;for(let a of this.rings){t(a.slice,s),a.share>0&&s.lerp(t(a.slice+1,r),a.share);let l=(a.slice+a.share)/(this.count-1),c=e&&this.nose!==0&&(this.nose>0?l>1-N_:l<N_);for(let h=0;h<=Ur;h++){let f=a.offset===0&&a.tilt===0&&(h<=1||h>=Ur-1)?eT:1,d=c?e:s;n.setXYZ(o++,f*d.r,f*d.g,f*d.b)}}n.needsUpdate=!0}#c({slice:t,share:e,offset:n}){let[s,r]=[t,Math.min(t+1,this.count-1)],[o,a]=[this.#o[s],this.#o[r]];if(this.#e.copy(this.#l[s]),this.#t.copy(o),e>0){let l=o.distanceTo(a),[c,h,u]=[e,e**2,e**3];this.#t.multiplyScalar(2*u-3*h+1).addScaledVector(this.#a[s],(u-2*h+c)*l).addScaledVector(a,3*h-2*u).addScaledVector(this.#a[r],(u-h)*l),this.#e.slerp(this.#n.copy(this.#l[r]),e)}this.#t.addScaledVector(this.#r.set(1,0,0).applyQuaternion(this.#e),n)}};function iT(i,t,e){let n=Math.min(.3*t,.4*e),s=[],r=(l,c)=>[{slice:l,share:0,offset:0,radius:0,tilt:c},{slice:l,share:0,offset:0,radius:t-n,tilt:c}],o=(l,c)=>Array.from({length:D_},(h,u)=>{let f=(u+1)/(D_+1)*(Math.PI/2);return{slice:l,share:0,offset:-c*n*(1-Math.cos(f)),radius:t-n*(1-Math.sin(f)),tilt:c*Math.cos(f)}});s.push(...r(0,-1),...o(0,-1));let a=n/e;for(let l=0;l<i-1;l++)for(let c=0;c<L_;c++){let h=Math.min(Math.max(l+c/L_,a),i-1-a);s.push({slice:Math.floor(h),share:h-Math.floor(h),offset:0,radius:t,tilt:0})}return s.push({slice:i-2,share:1-a,offset:0,radius:t,tilt:0}),s.push(...o(i-1,1).reverse(),...r(i-1,1).reverse()),s}function sT(i){let t=[],e=Ur+1;for(let n=0;n<i-1;n++)for(let s=0;s<Ur;s++){let r=n*e+s;t.push(r,r+1,r+e,r+e,r+1,r+e+1)}return t}var ou=.035,au=class{group=new Ye;#t=[];#e=[];#n;#i=new R;constructor(t,e,n){this.track=e;let s={roughness:.48,metalness:.08,transparent:n,opacity:n?.72:1};this.#n=new vi({...s,roughness:.7}),t.parts.forEach((r,o)=>{let a=t.head&&t.head.link>=r.first&&t.head.link<=r.last?t.head.end:0;r.kind==="link"?this.#s(t,r,o,a,s):this.#r(t,r,o,a,s)}),t.base&&this.#o(t),this.group.traverse(r=>{r.castShadow=r.isMesh,r.receiveShadow=r.isMesh,r.frustumCulled=!1})}update(){for(let{mesh:t,link:e}of this.#t)this.track.positionInto(e,t.position),this.track.turnInto(e,t.quaternion);for(let{tube:t}of this.#e)t.update()}paint(t,e){let n=new oe(t.body),s=new oe(t.head);this.#n.color.set(t.joint);for(let{mesh:r,link:o,part:a,head:l}of this.#t)e?e(a,o,r.material.color):l?r.material.color.copy(s):r.material.color.copy(n).offsetHSL(0,0,a%2?ou:-ou);for(let{tube:r,part:o}of this.#e){let a=e?(l,c)=>e(o,r.part.first+l,c):(l,c)=>c.copy(n).offsetHSL(0,0,o%2?ou:-ou);r.paint(a,e?null:s)}}#s(t,e,n,s,r){let o=t.links[e.first],a=t.parts.length-1,l=t.head!==null&&t.head.end<0,c=n>0||t.base!==null,h=n<a,u=l?[h,c]:[c,h],f=new Ne(R_(o,u,s),new vi(r));if(u[0]&&o.length>0&&o.width>0){let d=new Ne(P_(o),this.#n);d.position.x=-o.com,f.add(d)}this.group.add(f),this.#t.push({mesh:f,link:e.first,part:n,head:s!==0})}#r(t,e,n,s,r){let o=new ru(this.track,t.links,e,s);this.group.add(new Ne(o.geometry,new vi({...r,vertexColors:!0}))),this.#e.push({tube:o,part:n})}#o(t){let e=Math.max(...t.links.slice(0,1).map(s=>Math.max(s.width,s.height)),.001),n=new Ne(I_(e),this.#n);n.position.copy(this.#i.set(...t.base)),this.group.add(n)}};var rT="http://www.w3.org/2000/svg",lu=22,cu=class{#t;#e=new R;constructor(){this.node=jd("svg",{viewBox:"-34 -34 68 68",class:"compass",role:"img","aria-label":"Axes of the world"}),this.#t=["x","y","z"].map(t=>{let e=jd("line",{class:`axis-${t}`,x1:0,y1:0}),n=jd("text",{class:`axis-${t}`});return n.textContent=t,this.node.append(e,n),{line:e,word:n}})}update(t){this.#t.forEach(({line:e,word:n},s)=>{let{x:r,y:o}=this.#e.set(s===0?1:0,s===1?1:0,s===2?1:0).transformDirection(t.matrixWorldInverse);Qd(e,{x2:(lu*r).toFixed(1),y2:(-lu*o).toFixed(1)}),Qd(n,{x:((lu+7)*r).toFixed(1),y:(-(lu+7)*o).toFixed(1)}),e.style.opacity=Math.hypot(r,o)<.08?0:1,n.style.opacity=e.style.opacity})}};function jd(i,t){return Qd(document.createElementNS(rT,i),t)}function Qd(i,t){for(let[e,n]of Object.entries(t))i.setAttribute(e,n);return i}var U_=.02,oT=.25,aT=48,lT=12,hu=class{#t;#e;constructor(t){this.#t=t.map(cT).filter(Boolean),this.#e=t.filter(({kind:e})=>e==="pipe").map(({line:e,radii:n})=>({points:e.map(s=>new R(...s)),radii:n}))}height(t,e){return Math.max(-1/0,...this.#t.map(n=>n(t,e)))}covers(t,e){return t.z<this.height(t.x,t.y)-oT*e}raise(t,e){if(!this.#t.length||this.#n(t,e))return;let n=new R().subVectors(t,e),s=new ss().setFromVector3(new R(n.x,n.z,-n.y)).makeSafe(),r=c=>{let{x:h,y:u,z:f}=n.setFromSpherical(s.set(s.radius,c,s.theta));return t.set(h,-f,u).add(e)},o=s.phi,a=o/aT,l=o-a;for(;l>0&&!this.#n(r(l),e);)[o,l]=[l,l-a];for(let c=0;c<lT&&l>0;c++){let h=(o+l)/2;this.#n(r(h),e)?l=h:o=h}r(Math.max(l,1e-4)),this.#n(t,e)||(t.z=this.height(t.x,t.y)+U_*s.radius)}#n(t,e){return t.z>=this.height(t.x,t.y)+U_*t.distanceTo(e)*(1-1e-6)||this.#i(t)}#i(t){return this.#e.some(({points:e,radii:n})=>e.slice(1).some((s,r)=>fT(t,e[r],s,n[r],n[r+1])))}};function cT(i){return i.kind==="plane"?()=>i.height:i.kind==="slope"?hT(i):i.kind==="heights"?uT(i):null}function hT({normal:[i,t,e],centre:[n,s,r]}){return e>1e-6?(o,a)=>r-(i*(o-n)+t*(a-s))/e:null}function uT({x:i,y:t,z:e}){return(n,s)=>{let[r,o]=F_(i,n),[a,l]=F_(t,s),[c,h]=[e[a],e[a+1]];return(1-l)*((1-o)*c[r]+o*c[r+1])+l*((1-o)*h[r]+o*h[r+1])}}function F_(i,t){let e=Math.min(Li(i,t),i.length-2);return[e,Math.min(Math.max((t-i[e])/(i[e+1]-i[e]),0),1)]}function fT(i,t,e,n,s){let r=new R().subVectors(e,t),o=r.lengthSq();if(!(o>0))return!1;let a=new R().subVectors(i,t).dot(r)/o;return a<0||a>1?!1:t.clone().addScaledVector(r,a).distanceTo(i)<n+a*(s-n)}var tp="still";function O_(i,t,e){return i.length>1?pT(i,t,e):dT(t,e)}function dT(i,t){let e=ui("Follow the centre of mass (f)",Zn.follow,()=>t(e.getAttribute("aria-pressed")==="true"?null:0),{class:"quiet",id:"follow","aria-pressed":String(i!==null)});return{node:e,show:n=>e.setAttribute("aria-pressed",n!==null)}}function pT(i,t,e){let n={all:"all",[tp]:null},r=X("select",{id:"follow",title:"Target of the camera (f)","aria-label":"Target of the camera",on:{change:()=>e(r.value in n?n[r.value]:Number(r.value))}},X("option",{value:"all"},"fit all"),i.map(({name:a},l)=>X("option",{value:String(l)},`follow ${a}`)),X("option",{value:tp},"stand still")),o=a=>{r.value=a===null?tp:String(a)};return o(t),{node:r,show:o}}var ep=.9;function np(i,t){let e=i.filter(n=>!(n.frame>ep*n.nFrames&&z_(n,t)));return B_((e.length?e:i).map(n=>n.comInto(new R)),t)}function ip(i,t){let e=i.flatMap(n=>{let s=Math.max(1,Math.floor(n.nFrames/300)),r=Math.max(1,Math.floor(n.nFrames*(z_(n,t)?ep:1)));return Array.from({length:Math.ceil(r/s)},(o,a)=>uu(n,a*s))});return B_(e,t)}function B_(i,t){let e=new R;if(!i.length)return{centre:e,radius:t};let n=i[0].clone(),s=i[0].clone();for(let r of i)n.min(r),s.max(r);return e.addVectors(n,s).multiplyScalar(.5),{centre:e,radius:t+Math.max(...i.map(r=>r.distanceTo(e)))}}function z_(i,t){let e=i.nFrames;if(e<=20)return!1;let n=uu(i,Math.floor(ep*e));return uu(i,e-1).distanceTo(n)>3*n.distanceTo(uu(i,0))+t}function uu(i,t){return new R(...[0,1,2].map(e=>i.com.data[e*i.nFrames+t]))}var k_=new Qn,fu=new R,or=class extends tl{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new ve(t,3)),this.setAttribute("uv",new ve(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new er(e,6,1);return this.setAttribute("instanceStart",new ki(n,3,0)),this.setAttribute("instanceEnd",new ki(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new er(e,6,1);return this.setAttribute("instanceColorStart",new ki(n,3,0)),this.setAttribute("instanceColorEnd",new ki(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Ya(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),k_.setFromBufferAttribute(e),this.boundingBox.union(k_))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new xi),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)fu.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(fu)),fu.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(fu));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ut.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new pt},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ei.line={uniforms:dl.merge([Ut.common,Ut.fog,Ut.line]),vertexShader:`
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
		`};var as=class extends si{constructor(t){super({type:"LineMaterial",uniforms:dl.clone(ei.line.uniforms),vertexShader:ei.line.vertexShader,fragmentShader:ei.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var sp=new ze,V_=new R,G_=new R,Nn=new ze,Un=new ze,ls=new ze,rp=new R,op=new Ce,Fn=new el,H_=new R,du=new Qn,pu=new xi,cs=new ze,hs,Fr;function W_(i,t,e){return cs.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),cs.multiplyScalar(1/cs.w),cs.x=Fr/e.width,cs.y=Fr/e.height,cs.applyMatrix4(i.projectionMatrixInverse),cs.multiplyScalar(1/cs.w),Math.abs(Math.max(cs.x,cs.y))}function mT(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Fn.start.fromBufferAttribute(s,a),Fn.end.fromBufferAttribute(r,a),Fn.applyMatrix4(e);let c=new R,h=new R;hs.distanceSqToSegment(Fn.start,Fn.end,h,c),h.distanceTo(c)<Fr*.5&&t.push({point:h,pointOnLine:c,distance:hs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function gT(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;hs.at(1,ls),ls.w=1,ls.applyMatrix4(t.matrixWorldInverse),ls.applyMatrix4(n),ls.multiplyScalar(1/ls.w),ls.x*=r.x/2,ls.y*=r.y/2,ls.z=0,rp.copy(ls),op.multiplyMatrices(t.matrixWorldInverse,o);for(let f=0,d=h;f<d;f++){if(Nn.fromBufferAttribute(l,f),Un.fromBufferAttribute(c,f),Nn.w=1,Un.w=1,Nn.applyMatrix4(op),Un.applyMatrix4(op),Nn.z>u&&Un.z>u)continue;if(Nn.z>u){let A=Nn.z-Un.z,S=(Nn.z-u)/A;Nn.lerp(Un,S)}else if(Un.z>u){let A=Un.z-Nn.z,S=(Un.z-u)/A;Un.lerp(Nn,S)}Nn.applyMatrix4(n),Un.applyMatrix4(n),Nn.multiplyScalar(1/Nn.w),Un.multiplyScalar(1/Un.w),Nn.x*=r.x/2,Nn.y*=r.y/2,Un.x*=r.x/2,Un.y*=r.y/2,Fn.start.copy(Nn),Fn.start.z=0,Fn.end.copy(Un),Fn.end.z=0;let y=Fn.closestPointToPointParameter(rp,!0);Fn.at(y,H_);let m=fl.lerp(Nn.z,Un.z,y),g=m>=-1&&m<=1,v=rp.distanceTo(H_)<Fr*.5;if(g&&v){Fn.start.fromBufferAttribute(l,f),Fn.end.fromBufferAttribute(c,f),Fn.start.applyMatrix4(o),Fn.end.applyMatrix4(o);let A=new R,S=new R;hs.distanceSqToSegment(Fn.start,Fn.end,S,A),e.push({point:S,pointOnLine:A,distance:hs.origin.distanceTo(S),object:i,face:null,faceIndex:f,uv:null,uv1:null})}}}var Go=class extends Ne{constructor(t=new or,e=new as({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)V_.fromBufferAttribute(e,o),G_.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+V_.distanceTo(G_);let r=new er(s,2,1);return t.setAttribute("instanceDistanceStart",new ki(r,1,0)),t.setAttribute("instanceDistanceEnd",new ki(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;hs=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Fr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),pu.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Fr*.5;else{let u=Math.max(s.near,pu.distanceToPoint(hs.origin));c=W_(s,u,l.resolution)}if(pu.radius+=c,hs.intersectsSphere(pu)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),du.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Fr*.5;else{let u=Math.max(s.near,du.distanceToPoint(hs.origin));h=W_(s,u,l.resolution)}du.expandByScalar(h),hs.intersectsBox(du)!==!1&&(n?mT(this,e):gT(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(sp),this.material.uniforms.resolution.value.set(sp.z,sp.w))}};var ar=class extends or{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var Ho=class extends Go{constructor(t=new ar,e=new as({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var _T=.3,mu=class{group=new Ye;#t=[];#e=[[1,.35],[1.4,.9],[2.8,1]].map(([t,e])=>new as({linewidth:t,transparent:!0,opacity:e,depthWrite:!1}));constructor({futures:t},e){if(!t||e)return;this.lasting=_T*t.ahead;let n=0;t.moments.forEach((s,r)=>{let[o,a]=[t.counts[r],t.elite[r]],l=Array.from({length:o},(f,d)=>yT(t.ways,n+d));n+=o;let c=a>0?1:0,h=[l.slice(a),l.slice(c,a),l.slice(0,c)],u=new Ye;h.forEach((f,d)=>f.length&&u.add(xT(f,this.#e[d]))),this.#t.push({moment:s,group:u}),this.group.add(u)})}update(t){for(let{moment:e,group:n}of this.#t)n.visible=t>=e-1e-9&&t<e+this.lasting}paint(...t){this.#e.forEach((e,n)=>e.color.set(t[n]))}};function xT(i,t){let e=i.length===1?new Ho(new ar().setPositions(i[0]),t):new Go(new or().setPositions(i.flatMap(vT)),t);return e.frustumCulled=!1,e}function yT(i,t){let e=[];for(let n=0;n<i.nRows;n++)for(let s of[0,1,2])e.push(i.data[(3*t+s)*i.nRows+n]);return e}function vT(i){let t=[];for(let e=3;e<i.length;e+=3)t.push(...i.slice(e-3,e+3));return t}var X_=5,ST=400;function MT(i){let t=10**Math.floor(Math.log10(i)),e=i/t;return t*(e>=5?5:e>=2?2:1)}var xl=class{#t;#e;constructor(t){this.cell=MT(t/2.2),this.#e=9*t,this.radius=this.#e,this.focus=new R,this.#t={cell:{value:this.cell},radius:{value:this.radius},focus:{value:this.focus},ink:{value:new oe},strength:{value:1}},this.material=new si({uniforms:this.#t,vertexShader:bT,fragmentShader:wT,transparent:!0,depthWrite:!1,side:Vn})}centre(t){this.focus.copy(t)}spread(t){this.radius=Math.max(this.#e,t),this.#t.radius.value=this.radius}paint(t,e){this.#t.ink.value.set(t),this.#t.strength.value=e}get sides(){return[this.cell,X_*this.cell]}},gu=class{group=new Ye;#t;#e;constructor(t,e){this.#t=new xl(e),this.height=t.height;let n=ST*e,s=new Ne(new is(n,n),this.#t.material);this.#e=new Ne(new is(n,n),new Za({transparent:!0,depthWrite:!1})),this.#e.receiveShadow=!0,this.#e.renderOrder=-1,s.renderOrder=-2,this.group.add(s,this.#e),this.group.position.z=t.height,this.solid=t.kind==="plane"}centre(t){this.group.position.set(t.x,t.y,this.height),this.#t.centre(this.group.position)}paint(t,e,n){this.#t.paint(t,e),this.#e.material.opacity=this.solid?n:.5*n}get squares(){return{lines:this.#t,normal:new R(0,0,1),point:this.group.position}}},bT=`
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`,wT=`
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
    float shown = max(0.42 * lines(cell, 1.0), lines(cell * ${X_}.0, 1.3));
    gl_FragColor = vec4(ink, shown * far * strength);
    #include <colorspace_fragment>
  }`;var q_=.98;function Y_(i,t){let e=[ET(t)],n=TT(i);return n&&e.push(n),e.filter(s=>s.most>0)}function Z_(i,t,e){let[n,s,r]=Mf(t/i.most);return e.setRGB(n/255,s/255,r/255,Mn)}function ET(i){return{name:"speed",title:"Speed of each link",unit:"m/s",most:Math.max(0,...i.map(e=>e.empty?0:Ki(e.allSpeeds(),q_,2e4)||0)),of:(e,n,s)=>i[e].speed(s)}}function TT(i){let t=i.map(a=>a.replay.efforts);if(t.some(a=>a===null||a.unit!==t[0].unit))return null;let{unit:e}=t[0],n=i.map(a=>a.charts.find(l=>l.name===(e==="N"?"tau.m":"tau.rad")));if(n.some(a=>!a))return null;let s=Math.max(...n.map(a=>Ki(a.values.data.map(Math.abs),q_,2e4)||0));return{name:"effort",title:e==="N"?"Largest |force| of each section":"Largest |torque| beside each link",unit:e,most:s,of:(a,l,c,h)=>{let u=n[a].times.curve(0),f=t[a].coordinates[l].map(d=>Math.abs(fr(u,n[a].values.curve(d),h)));return Math.max(0,...f.filter(Number.isFinite))}}}var _u=class{group=new Ye;#t;#e=[];constructor(t,e,n){if(this.track=t,t.nFrames<2)return;let s=AT(t,e);if(n!==null)for(let r=2;r<s.length;r+=3)s[r]=n;for(let[r,o]of[[.28,1.6],[.95,2.6]]){let a=new as({linewidth:o,transparent:!0,opacity:r,depthWrite:!1}),l=new Ho(new ar().setPositions(s),a);l.frustumCulled=!1,this.#e.push(l),this.group.add(l)}this.#t=this.#e[1]}update(){if(!this.#t)return;let t=this.track.frame+(this.track.share>.5?1:0);this.#t.geometry.instanceCount=t,this.#t.visible=t>0}paint(t){for(let e of this.#e)e.material.color.set(t)}};function AT(i,{base:t,head:e,links:n,parts:s}){let r=new Float32Array(3*i.nFrames),o=new R,a=new R,l=new Ie;for(let c=0;c<i.nFrames;c++){if(i.setTime(i.times[c]),!t||!e)i.comInto(o);else{let h=n[e.link],f=s.some(({kind:d,first:p})=>d==="link"&&p===e.link)?e.end>0?h.length-h.com:-h.com:0;i.positionInto(e.link,o).addScaledVector(a.set(1,0,0).applyQuaternion(i.turnInto(e.link,l)),f)}o.toArray(r,3*c)}return r}var xu=[16,11],CT=.4,RT=.55,PT=3;function $_(i,t,e){let n=e.flatMap(({lines:r,...o})=>{let a=IT(i,t,o,r);return r.sides.filter(l=>DT(a,l))}),s=[...new Set(n)].sort((r,o)=>r-o);return s.length?`squares of ${s.map(r=>qe(r,3)).join(" and ")} m`:""}function IT(i,t,e,{focus:n,radius:s}){let r=[];for(let o=0;o<xu[0];o++)for(let a=0;a<xu[1];a++){let[l,c]=[2*(o+.5)/xu[0]-1,2*(a+.5)/xu[1]-1],[h,u,f]=[[l,c],[l+2/t.x,c],[l,c+2/t.y]].map(([p,y])=>LT(i,p,y,e));if(!h||!u||!f||Math.hypot(h.x-n.x,h.y-n.y)>RT*s)continue;let d=Math.max(...["x","y"].map(p=>Math.abs(u[p]-h[p])+Math.abs(f[p]-h[p])));r.push({x:h.x,y:h.y,pixel:d})}return r}function LT(i,t,e,{normal:n,point:s}){let r=new R(t,e,.5).unproject(i).sub(i.position).normalize(),o=new R().subVectors(s,i.position).dot(n)/r.dot(n);return o>0&&Number.isFinite(o)?r.multiplyScalar(o).add(i.position):null}function DT(i,t){let e=i.filter(({pixel:n})=>n<CT*t);return e.length<PT?!1:["x","y"].every(n=>{let s=e.map(r=>r[n]/t);return Math.floor(Math.max(...s))-Math.ceil(Math.min(...s))>=1})}var J_={type:"change"},lp={type:"start"},j_={type:"end"},yu=new wr,K_=new kn,NT=Math.cos(70*fl.DEG2RAD),En=new R,oi=2*Math.PI,Ue={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},ap=1e-6,vu=class extends nl{constructor(t,e=null){super(t,e),this.state=Ue.NONE,this.target=new R,this.cursor=new R,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:nr.ROTATE,MIDDLE:nr.DOLLY,RIGHT:nr.PAN},this.touches={ONE:ir.ROTATE,TWO:ir.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new R,this._lastQuaternion=new Ie,this._lastTargetPosition=new R,this._quat=new Ie().setFromUnitVectors(t.up,new R(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new ss,this._sphericalDelta=new ss,this._scale=1,this._panOffset=new R,this._rotateStart=new pt,this._rotateEnd=new pt,this._rotateDelta=new pt,this._panStart=new pt,this._panEnd=new pt,this._panDelta=new pt,this._dollyStart=new pt,this._dollyEnd=new pt,this._dollyDelta=new pt,this._dollyDirection=new R,this._mouse=new pt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=FT.bind(this),this._onPointerDown=UT.bind(this),this._onPointerUp=OT.bind(this),this._onContextMenu=WT.bind(this),this._onMouseWheel=kT.bind(this),this._onKeyDown=VT.bind(this),this._onTouchStart=GT.bind(this),this._onTouchMove=HT.bind(this),this._onMouseDown=BT.bind(this),this._onMouseMove=zT.bind(this),this._interceptControlDown=XT.bind(this),this._interceptControlUp=qT.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ue.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(J_),this.update(),this.state=Ue.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;En.copy(e).sub(this.target),En.applyQuaternion(this._quat),this._spherical.setFromVector3(En),this.autoRotate&&this.state===Ue.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=oi:n>Math.PI&&(n-=oi),s<-Math.PI?s+=oi:s>Math.PI&&(s-=oi),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(En.setFromSpherical(this._spherical),En.applyQuaternion(this._quatInverse),e.copy(this.target).add(En),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=En.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new R(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new R(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=En.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(yu.origin.copy(this.object.position),yu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(yu.direction))<NT?this.object.lookAt(this.target):(K_.setFromNormalAndCoplanarPoint(this.object.up,this.target),yu.intersectPlane(K_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>ap||8*(1-this._lastQuaternion.dot(this.object.quaternion))>ap||this._lastTargetPosition.distanceToSquared(this.target)>ap?(this.dispatchEvent(J_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?oi/60*this.autoRotateSpeed*t:oi/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){En.setFromMatrixColumn(e,0),En.multiplyScalar(-t),this._panOffset.add(En)}_panUp(t,e){this.screenSpacePanning===!0?En.setFromMatrixColumn(e,1):(En.setFromMatrixColumn(e,0),En.crossVectors(this.object.up,En)),En.multiplyScalar(t),this._panOffset.add(En)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;En.copy(s).sub(this.target);let r=En.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(oi*this._rotateDelta.x/e.clientHeight),this._rotateUp(oi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(oi*this._rotateDelta.x/e.clientHeight),this._rotateUp(oi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new pt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function UT(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function FT(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function OT(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(j_),this.state=Ue.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function BT(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case nr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ue.DOLLY;break;case nr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ue.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ue.ROTATE}break;case nr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ue.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ue.PAN}break;default:this.state=Ue.NONE}this.state!==Ue.NONE&&this.dispatchEvent(lp)}function zT(i){switch(this.state){case Ue.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ue.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ue.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function kT(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ue.NONE||(i.preventDefault(),this.dispatchEvent(lp),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(j_))}function VT(i){this.enabled!==!1&&this._handleKeyDown(i)}function GT(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case ir.ROTATE:if(this.enableRotate===!1){this.state=Ue.NONE;break}this._handleTouchStartRotate(i),this.state=Ue.TOUCH_ROTATE;break;case ir.PAN:if(this.enablePan===!1){this.state=Ue.NONE;break}this._handleTouchStartPan(i),this.state=Ue.TOUCH_PAN;break;default:this.state=Ue.NONE}break;case 2:switch(this.touches.TWO){case ir.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ue.TOUCH_DOLLY_PAN;break;case ir.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ue.TOUCH_DOLLY_ROTATE;break;default:this.state=Ue.NONE}break;default:this.state=Ue.NONE}this.state!==Ue.NONE&&this.dispatchEvent(lp)}function HT(i){switch(this._trackPointer(i),this.state){case Ue.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ue.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ue.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ue.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ue.NONE}}function WT(i){this.enabled!==!1&&i.preventDefault()}function XT(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function qT(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var YT={reset:[-.32,-.8,.58],top:[0,-1e-4,1],side:[0,-1,.02],front:[1,0,.02]};function Q_(){try{return document.createElement("canvas").getContext("webgl2")!==null}catch{return!1}}var Su=class{#t=!1;#e=()=>{};#n=()=>{};#i=1;#s=new R;#r=new R;constructor(t){this.holder=t,this.renderer=new nu({antialias:!0,alpha:!0,preserveDrawingBuffer:!1}),this.renderer.outputColorSpace=Mn,this.renderer.toneMapping=il,this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Rr,this.renderer.localClippingEnabled=!0,this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.canvas=this.renderer.domElement,t.prepend(this.canvas),this.scene=new Ca,this.camera=new Kn(32,1,.01,100),this.camera.up.set(0,0,1),this.#o(),this.controls=new vu(this.camera,this.canvas),this.controls.enableDamping=!0,this.controls.dampingFactor=.14,this.controls.addEventListener("change",()=>this.ask()),new ResizeObserver(()=>this.#a()).observe(t)}get size(){return{x:this.canvas.clientWidth,y:this.canvas.clientHeight}}onDrawn(t){this.#e=t}limitCamera(t){this.#n=t}ask(){this.#t||(this.#t=!0,requestAnimationFrame(()=>{this.#t=!1,this.controls.update(),this.#n(this.camera.position,this.controls.target),this.camera.lookAt(this.controls.target),this.renderer.render(this.scene,this.camera),this.#e(this.camera)}))}look(t,e,n){this.#i=n;let{fov:s,aspect:r}=this.camera,o=s*Math.PI/360,a=n/Math.sin(Math.min(o,Math.atan(Math.tan(o)*r)));this.camera.near=a/100,this.camera.far=a*60,this.camera.updateProjectionMatrix(),this.controls.minDistance=.1*n,this.controls.maxDistance=25*a,this.controls.target.copy(e),this.camera.position.copy(e).addScaledVector(new R(...YT[t]).normalize(),a),this.controls.update(),this.ask()}turn(t,e){let n=new R().subVectors(this.camera.position,this.controls.target),s=new ss().setFromVector3(new R(n.x,n.z,-n.y));s.theta+=t,s.phi+=e,s.makeSafe();let{x:r,y:o,z:a}=new R().setFromSpherical(s);this.camera.position.copy(this.controls.target).add(n.set(r,-a,o)),this.ask()}zoom(t){this.camera.position.sub(this.controls.target).multiplyScalar(t).add(this.controls.target),this.ask()}grow(t){this.zoom(t);for(let e of["near","far"])this.camera[e]*=t;for(let e of["minDistance","maxDistance"])this.controls[e]*=t;this.camera.updateProjectionMatrix()}shift(t){this.camera.position.add(t),this.controls.target.add(t)}illuminate(t,e){this.#s.copy(t);let{shadow:n}=this.key;this.key.target.position.copy(t),this.key.position.copy(t).add(this.#r.set(-.8,.12,1).multiplyScalar(3*e)),Object.assign(n.camera,{left:-e,right:e,top:e,bottom:-e,near:.1*e,far:8*e}),n.camera.updateProjectionMatrix(),n.normalBias=.004*e,n.radius=3}paint(t){this.key.intensity=t?1.9:2,this.eye.intensity=t?.85:.8,this.sky.intensity=t?1.3:1.9,this.sky.color.set(t?"#c7d6ee":"#ffffff"),this.sky.groundColor.set(t?"#2b3340":"#b9b4aa"),this.ask()}#o(){this.key=new No("#ffffff",2.5),this.key.castShadow=!0,this.key.shadow.mapSize.set(2048,2048),this.sky=new Ka("#ffffff","#b9b4aa",1.6),this.eye=new No("#eaf1ff",.9),this.eye.position.set(.5,.4,1),this.camera.add(this.eye),this.scene.add(this.camera,this.key,this.key.target,this.sky)}#a(){let{clientWidth:t,clientHeight:e}=this.holder;!t||!e||(this.renderer.setSize(t,e,!1),this.camera.aspect=t/e,this.camera.updateProjectionMatrix(),this.ask())}};var Or=48,ZT=.2;function cp(i,t){let e=i.map(o=>new R(...o)),n=$T(e),s=[],r=JT(n[0]);return e.forEach((o,a)=>{let[l,c]=[n[Math.max(a-1,0)],n[Math.min(a,n.length-1)]],h=l.clone().add(c).normalize();r=r.clone().addScaledVector(l,-r.dot(l)).normalize(),s.push(KT(o,l,h,r,t[a]))}),{geometry:jT(s),edges:QT(s)}}function $T(i){let t=i.slice(1).map((n,s)=>n.clone().sub(i[s])),e=t.find(n=>n.length()>0);return t.forEach((n,s)=>n.length()>0?n.normalize():n.copy(s?t[s-1]:e.clone().normalize())),t}function JT(i){return(Math.abs(i.z)<.9?new R(0,0,1):new R(1,0,0)).cross(i).normalize()}function KT(i,t,e,n,s){let r=new R().crossVectors(t,n),o=Math.max(t.dot(e),ZT);return Array.from({length:Or+1},(a,l)=>{let c=2*Math.PI*l/Or,h=n.clone().multiplyScalar(Math.cos(c)*s).addScaledVector(r,Math.sin(c)*s);return h.addScaledVector(t,-h.dot(e)/o).add(i)})}function jT(i){let t=[];for(let n=0;n+1<i.length;n++)for(let s=0;s<Or;s++){let r=n*(Or+1)+s;t.push(r,r+1,r+Or+1,r+Or+1,r+1,r+Or+2)}let e=new Ze;return e.setAttribute("position",new ve(i.flat().flatMap(n=>n.toArray()),3)).setIndex(t),e.computeVertexNormals(),e}function QT(i){let t=i.flatMap(e=>e.slice(1).flatMap((n,s)=>[...e[s].toArray(),...n.toArray()]));return new Ze().setAttribute("position",new ve(t,3))}var tA=30,eA=1.5;function tx({outlines:i,lower:t,upper:e}){return i.map(({points:n,outside:s})=>{let r=n.map(([l,c])=>new pt(l,c)),o=s?nA(r,t,e):new Cs(r),a=new Cr(o,{depth:e[2]-t[2],bevelEnabled:!1}).translate(0,0,t[2]);return{geometry:a,edges:new Js(a,tA)}})}function ex({lower:i,upper:t}){return[0,1].flatMap(e=>{let n=new R().setComponent(e,1);return[new kn(n,-i[e]),new kn(n.clone().negate(),t[e])]})}function nA(i,[t,e],[n,s]){let[r,o]=[[t,n,...i.map(l=>l.x)],[e,s,...i.map(l=>l.y)]].map(l=>{let[c,h]=[Math.min(...l),Math.max(...l)],u=(eA-1)*(h-c);return[c-u,h+u]}),a=new Cs([[r[0],o[0]],[r[1],o[0]],[r[1],o[1]],[r[0],o[1]]].map(l=>new pt(...l)));return i.length>2&&a.holes.push(new Tr(i)),a}var iA=.26,sA=.42,rA=.94,nx={slope:oA,heights:aA,block:lA,pole:cA,pipe:hA,walls:tx};function ix(i){return i.kind in nx}var Mu=class{group=new Ye;#t;#e=new Zs({transparent:!0});#n=null;#i=new R(0,0,1);#s=new R;constructor(t,e){let n=t.kind==="pipe"||t.kind==="walls",s=t.kind==="slope"||t.kind==="heights";this.ground=s,t.normal&&this.#i.set(...t.normal),this.opacity=t.kind==="walls"?sA:n?iA:s?rA:1,this.#t=new vi({roughness:.85,metalness:0,side:Vn,transparent:this.opacity<1,opacity:this.opacity,depthWrite:!n,polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:1}),t.kind==="walls"&&(this.#t.clippingPlanes=this.#e.clippingPlanes=ex(t));for(let{geometry:r,edges:o,shadows:a=!0}of nx[t.kind](t,e)){let l=new Ne(r,this.#t);l.castShadow=a&&!n&&!s,l.receiveShadow=!n,l.renderOrder=n?3:0,this.group.add(l),o&&this.group.add(new Er(o,this.#e)),s&&this.#r(r,e)}if(t.turn){let[r,o,a,l]=t.turn;this.group.quaternion.set(o,a,l,r),this.group.position.set(...t.centre)}}get squares(){return this.#n&&{lines:this.#n,normal:this.#i,point:this.#s}}centre(t,e){this.#n?.centre(t),this.#s.set(t.x,t.y,e)}paint(t,e,n){this.#t.color.set(t),this.#e.color.set(e),this.#e.opacity=.75*n,this.#n?.paint(e,n)}#r(t,e){this.#n=new xl(e);let n=new Ne(t,this.#n.material);n.renderOrder=1,this.group.add(n)}};function oA({normal:i,centre:t,half:e}){let n=new Ie().setFromUnitVectors(new R(0,0,1),new R(...i));return[{geometry:new is(2*e,2*e).applyQuaternion(n).translate(...t)}]}function aA({x:i,y:t,z:e}){let n=t.flatMap((o,a)=>i.flatMap((l,c)=>[l,o,e[a][c]])),s=[];for(let o=0;o+1<t.length;o++)for(let a=0;a+1<i.length;a++){let l=o*i.length+a;s.push(l,l+1,l+i.length,l+i.length,l+1,l+i.length+1)}let r=new Ze().setAttribute("position",new ve(n,3)).setIndex(s);return r.computeVertexNormals(),[{geometry:r}]}function lA({size:i}){let t=new ns(...i);return[{geometry:t,edges:new Js(t)}]}function cA({radius:i,line:[t,e]}){let[n,s]=[new R(...t),new R(...e)],r=s.clone().sub(n),o=new Ie().setFromUnitVectors(new R(0,1,0),r.clone().normalize()),a=n.add(s).multiplyScalar(.5),l=new $s(i,i,r.length(),48).applyQuaternion(o).translate(...a.toArray());return[{geometry:l,edges:new Js(l,30)}]}function hA({line:i,radii:t,wall:e}){let n=cp(i,t);return e===null?[n]:[n,cp(i,t.map(s=>s+e))]}var uA=new R(1,0,0),fA=new $s(1,1,1,16).translate(0,.5,0).rotateZ(-Math.PI/2),dA=new Oa(1,1,24).translate(0,.5,0).rotateZ(-Math.PI/2),sx=3,pA=2.4,yl=class{group=new Ye;#t=new vi({roughness:.6});#e=new Ne(fA,this.#t);#n=new Ne(dA,this.#t);#i=new Ie;#s=new R;constructor(t){this.radius=t,this.group.add(this.#e,this.#n);for(let e of[this.#e,this.#n])e.frustumCulled=!1}point(t,e,n){let s=Math.min(sx*pA*this.radius,n),r=s/sx;this.#n.scale.set(s,r,r),this.#n.position.set(n-s,0,0),this.#e.visible=n>s,this.#e.scale.set(Math.max(n-s,1e-9),this.radius,this.radius),this.group.position.copy(t),this.group.quaternion.copy(this.#i.setFromUnitVectors(uA,this.#s.copy(e)))}paint(t){this.#t.color.set(t)}};var ox=.45,ax=.01,mA=.35,lx=.008,bu=class{group=new Ye;#t=[];#e=new Ie;#n=new R;#i=new R;#s=new vi({roughness:.5,metalness:.3});constructor({propellers:t,links:e},n,s,r){if(Object.assign(this,{data:t,track:n,most:s,reach:r}),!t||n.empty)return;let o=Math.max(...e.map(({width:l})=>l),.05*r),a=new qa(.34*o,.06*o,10,32).rotateY(Math.PI/2);this.#t=t.links.map((l,c)=>{let h=new Ne(a,this.#s),u=new yl(lx*r);h.frustumCulled=!1;let f=new Ie().setFromUnitVectors(new R(1,0,0),new R(...t.directions[c]));return this.group.add(h,u.group),{ring:h,arrow:u,link:l,own:f,offset:new R(...t.offsets[c]),direction:new R(...t.directions[c])}})}update(t){this.#t.forEach(({ring:e,arrow:n,link:s,own:r,offset:o,direction:a},l)=>{this.track.turnInto(s,this.#e),this.track.positionInto(s,e.position).add(this.#n.copy(o).applyQuaternion(this.#e)),e.quaternion.copy(this.#e).multiply(r);let c=fr(this.track.times,this.data.thrusts.curve(l),t),h=this.most>0?c/this.most:0;n.group.visible=Math.abs(h)>ax,n.group.visible&&(this.#i.copy(a).applyQuaternion(this.#e).multiplyScalar(Math.sign(h)),n.point(e.position,this.#i,ox*this.reach*Math.abs(h)))})}paint(t,e){this.#s.color.set(e);for(let{arrow:n}of this.#t)n.paint(t)}},wu=class{group=new Ye;#t=null;#e=new R;#n=new R;constructor({current:t},e,n,s){Object.assign(this,{data:t,track:e,most:n,reach:s}),!(!t||e.empty||!(n>0))&&(this.#t=new yl(1.4*lx*s),this.group.add(this.#t.group))}update(t){if(!this.#t)return;this.#n.set(...[0,1,2].map(s=>fr(this.track.times,this.data.velocity.curve(s),t)));let e=this.#n.length()/this.most;if(this.#t.group.visible=e>ax,!this.#t.group.visible)return;let n=ox*this.reach*e;this.#n.normalize(),this.track.comInto(this.#e).addScaledVector(this.#n,-n/2),this.#e.z+=mA*this.reach,this.#t.point(this.#e,this.#n,n)}paint(t){this.#t?.paint(t)}},gA=.2,_A=.07,Eu=class{group=new Ye;#t=[];#e=new Zs({transparent:!0,opacity:.6});constructor({lower:t,upper:e,closed:n}){let s=[t,e];for(let r of[0,1,2])for(let o of[0,1])n[o][r]&&this.#n(r,s[o][r],t,e,r===2&&o===1)}paint(t){for(let e of this.#t)e.color.set(t);this.#e.color.set(t)}#n(t,e,n,s,r){let[o,a]=[(t+1)%3,(t+2)%3],l=[[n[o],n[a]],[s[o],n[a]],[s[o],s[a]],[n[o],s[a]]].map(([f,d])=>{let p=[0,0,0];return[p[t],p[o],p[a]]=[e,f,d],p}),c=new qs({transparent:!0,opacity:r?gA:_A,depthWrite:!1,side:Vn}),h=new Ne(rx(l).setIndex([0,1,2,0,2,3]),c),u=new Er(rx(l.flatMap((f,d)=>[f,l[(d+1)%4]])),this.#e);h.renderOrder=4,this.#t.push(c),this.group.add(h,u)}};function rx(i){return new Ze().setAttribute("position",new ve(i.flat(),3))}var cx=.25,xA=.3,Tu=class{group=new Ye;#t=null;#e=new R;#n=new Ie;#i=new Ce;#s=new oe;constructor(t,e,n){if(Object.assign(this,{track:e,full:n,theme:"light"}),this.data=t.touching,!this.data||e.empty)return;this.times=this.data.times.curve(0),this.radius=Math.max(...t.links.map(({width:r,height:o})=>Math.max(r,o)/2),.001),this.moving=new Map(this.data.moving.map((r,o)=>[r,o]));let s=new qs({depthTest:!1,transparent:!0,opacity:.92,toneMapped:!1});this.#t=new Da(new Ks(1,14,10),s,this.data.loads.nCurves),this.#t.instanceMatrix.setUsage(ul),this.#t.frustumCulled=!1,this.#t.renderOrder=5,this.group.add(this.#t)}update(t){if(!this.#t)return;let e=this.#r(t),{loads:n,links:s}=this.data,r=0;for(let o=0;o<n.nCurves;o++){let a=n.data[o*n.nRows+e];if(!(a>0))continue;let l=Math.min(a/this.full,1);this.track.turnInto(s[o],this.#n),this.#o(o,e).applyQuaternion(this.#n);let[c,h,u]=this.#e.toArray();this.track.positionInto(s[o],this.#e).add({x:c,y:h,z:u});let f=xA*this.radius*(cx+(1-cx)*Math.sqrt(l));this.#t.setMatrixAt(r,this.#i.makeScale(f,f,f).setPosition(this.#e));let[d,p,y]=Gl(l,this.theme);this.#t.setColorAt(r++,this.#s.setRGB(d/255,p/255,y/255,Mn))}this.#t.count=r,this.#t.visible=r>0,this.#t.instanceMatrix.needsUpdate=!0,this.#t.instanceColor&&(this.#t.instanceColor.needsUpdate=!0)}#r(t){let e=Li(this.times,t);return e+1<this.times.length&&this.times[e+1]-t<t-this.times[e]?e+1:e}#o(t,e){let{offsets:n,tracks:s}=this.data,r=this.moving.get(t),o=a=>r===void 0?n.data[a*n.nRows+t]:s.data[(3*r+a)*s.nRows+e];return this.#e.set(o(0),o(1),o(2))}};var hx=new Ie,ux=new Ie,Au=class{#t=null;constructor(t){this.times=t.times.curve(0),this.nFrames=this.times.length,this.nLinks=t.links.length,this.com=t.com,this.positions=t.positions,this.turns=t.turns,this.frame=0,this.share=0}get empty(){return this.nFrames===0||this.nLinks===0}setTime(t){if(this.empty)return;let e=Li(this.times,t),n=Math.min(e+1,this.nFrames-1),s=this.times[n]-this.times[e];this.frame=e,this.share=s>0?Math.min(Math.max((t-this.times[e])/s,0),1):0}comInto(t){return t.set(...[0,1,2].map(e=>this.#e(this.com,e)))}positionInto(t,e){return e.set(this.#e(this.com,0)+this.#e(this.positions,3*t),this.#e(this.com,1)+this.#e(this.positions,3*t+1),this.#e(this.com,2)+this.#e(this.positions,3*t+2))}turnInto(t,e){return this.#n(t,this.frame,hx),this.#n(t,Math.min(this.frame+1,this.nFrames-1),ux),e.copy(hx).slerp(ux,this.share)}speed(t){let e=this.#i(),n=t*this.nFrames+this.frame,s=t*this.nFrames+Math.min(this.frame+1,this.nFrames-1);return e[n]+this.share*(e[s]-e[n])}allSpeeds(){return this.#i()}reach(t){let e=Math.max(1,Math.floor(this.nFrames/200)),n=[];for(let s=0;s<this.nFrames;s+=e){let r=0;for(let o=0;o<this.nLinks;o++){let[a,l,c]=[0,1,2].map(h=>this.positions.data[(3*o+h)*this.nFrames+s]);r=Math.max(r,Math.hypot(a,l,c)+Math.max(t[o].length,t[o].width)/2)}n.push(r)}return n.sort((s,r)=>s-r),n[Math.floor(.9*(n.length-1))]??0}#e(t,e){let n=e*this.nFrames+this.frame,s=t.data[n];return this.frame+1<this.nFrames?s+this.share*(t.data[n+1]-s):s}#n(t,e,n){let{data:s}=this.turns,r=4*t*this.nFrames+e,o=this.nFrames;return n.set(s[r+o],s[r+2*o],s[r+3*o],s[r]).normalize()}#i(){if(this.#t)return this.#t;let t=this.nFrames,e=new Float32Array(this.nLinks*t);for(let n=0;n<this.nLinks;n++)for(let s=0;s<t;s++){let r=Math.max(s-1,0),o=Math.min(s+1,t-1),a=this.times[o]-this.times[r],l=[0,1,2].map(c=>{let h=u=>this.com.data[c*t+u]+this.positions.data[(3*n+c)*t+u];return h(o)-h(r)});e[n*t+s]=a>0?Math.hypot(...l)/a:0}return this.#t=e,e}};var yA=1.08,vA=1.6,Cu=class{contact=!0;#t=new R;#e=1;#n;#i=new R;#s=null;constructor(t,{runs:e,scene:n},s,r,o){Object.assign(this,{holder:t,runs:e,chosen:s,player:r,theme:o}),this.picture=X("div",{class:"picture"}),t.append(this.picture),this.stage=new Su(this.picture),this.tracks=e.map(h=>new Au(h.replay)),this.reach=Math.max(.001,...this.tracks.map((h,u)=>h.empty?0:h.reach(e[u].replay.links))),this.measures=Y_(e,this.tracks);let a=n.filter(h=>h.kind==="plane"||h.kind==="grid");this.grounds=a.map(h=>new gu(h,this.reach)),this.bodies=this.tracks.map((h,u)=>new au(e[u].replay,h,u>0));let l=a.find(h=>h.kind==="plane");this.paths=this.tracks.map((h,u)=>new _u(h,e[u].replay,e[u].replay.planar&&l?l.height+.001*this.reach:null)),this.surfaces=n.filter(ix).map(h=>new Mu(h,this.reach)),this.fullLoad=Math.max(0,...e.map(({replay:h})=>h.touching?.full??0)),this.touching=this.tracks.map((h,u)=>new Tu(e[u].replay,h,this.fullLoad)),this.waters=n.filter(h=>h.kind==="water").map(h=>new Eu(h)),this.mostThrust=Math.max(0,...e.map(({replay:h})=>h.propellers?.most??0)),this.mostCurrent=Math.max(0,...e.map(({replay:h})=>h.current?.most??0)),this.propellers=this.tracks.map((h,u)=>new bu(e[u].replay,h,this.mostThrust,this.reach)),this.streams=this.tracks.map((h,u)=>new wu(e[u].replay,h,this.mostCurrent,this.reach)),this.futures=this.tracks.map((h,u)=>new mu(e[u].replay,h.empty));let c=[this.futures,this.grounds,this.surfaces,this.bodies,this.paths,this.touching,this.waters,this.propellers,this.streams];this.stage.scene.add(...c.flat().map(h=>h.group)),this.floor=new hu(n),this.#n=e.length>1?"all":0,this.followed=e.length>1||ip(this.#a(),this.reach).radius>vA*this.reach?this.#n:null,this.#u(),this.stage.limitCamera((h,u)=>this.#h(h,u)),r.listen((h,u)=>u==="time"&&this.update()),s.listen(()=>this.update()),o.listen(()=>this.paint()),this.update(),this.paint(),this.look("reset")}update(){let{time:t}=this.player;this.tracks.forEach((e,n)=>{let s=this.chosen.visible[n]&&!e.empty;this.bodies[n].group.visible=s,this.paths[n].group.visible=s,this.touching[n].group.visible=s&&this.contact,this.futures[n].group.visible=s;for(let r of[this.propellers[n],this.streams[n]])r.group.visible=s;if(s){e.setTime(t),this.bodies[n].update(),this.paths[n].update(),this.futures[n].update(t);for(let r of[this.propellers[n],this.streams[n]])r.update(t);this.contact&&this.touching[n].update(t)}}),this.#s&&this.#r(),this.#c(),this.stage.ask()}paint(){let t=this.theme.name==="dark";this.stage.paint(t);for(let e of this.grounds)e.paint(this.theme.colour("--grid"),t?.7:.55,t?.5:.26);this.paths.forEach((e,n)=>e.paint(this.runs.length>1?this.#o(n):this.theme.colour("--path")));for(let e of this.surfaces)e.paint(this.theme.colour(e.ground?"--terrain":"--surface"),this.theme.colour("--grid"),t?.7:.55);for(let e of[...this.waters,...this.streams])e.paint(this.theme.colour("--water"));for(let e of this.propellers)e.paint(this.theme.colour("--thrust"),this.theme.colour("--joint"));for(let e of this.futures)e.paint(this.theme.colour("--futures"),this.theme.colour("--elite"),this.theme.colour("--best"));for(let e of this.touching)e.theme=this.theme.name;this.fullLoad>0&&(this.loadLegend.querySelector(".bar").style.background=Hl(this.theme.name)),this.#r(),this.update()}setContact(t){this.contactButton&&(this.contact=t,this.contactButton.setAttribute("aria-pressed",t),this.loadLegend.hidden=!t,this.update())}get follow(){return this.followed!==null}setFollow(t){this.setFollowed(t?this.#n:null)}setFollowed(t){t!==null&&(this.#n=t),this.followed=t,this.followControl.show(t),this.update(),this.look("reset")}look(t){let{centre:e,radius:n}=this.follow?this.#l():ip(this.#a(),this.reach);this.stage.look(t,e,yA*n)}turn(t,e){this.stage.turn(t,e)}zoom(t){this.stage.zoom(t)}colourBy(t){if(this.#s=this.measures.find(e=>e.name===t)??null,this.legend.hidden=!this.#s,this.#s){let{title:e,unit:n,most:s}=this.#s;this.legend.replaceChildren(X("span",{class:"title"},e),X("span",{class:"bar"}),X("span",{class:"ends"},X("span",{},"0"),X("span",{},`≥ ${qe(s,2)} ${gn(n)}`))),this.legend.querySelector(".bar").style.background=lg()}this.#r(),this.stage.ask()}#r(){let{time:t}=this.player,e=this.theme.colour("--joint");this.bodies.forEach((n,s)=>{let r=this.runs.length>1,[o,a]=r?[this.#o(s),this.theme.colour("--ink")]:[this.theme.colour("--body"),this.theme.colour("--head")],l={body:o,head:a,joint:e},c=this.#s;n.paint(l,c&&((h,u,f)=>Z_(c,c.of(s,h,u,t),f)))})}#o(t){return oo(t,this.theme.name)}#a(){let t=this.tracks.filter((e,n)=>this.chosen.visible[n]&&!e.empty);return t.length?t:this.tracks.filter(e=>!e.empty)}#l(){let t=this.tracks[this.followed],e=t&&this.chosen.visible[this.followed]&&!t.empty?[t]:this.#a();return np(e,this.reach)}#c(){let{centre:t,radius:e}=this.#l();this.follow&&(this.stage.shift(this.#i.subVectors(t,this.#t)),e!==this.#e&&this.stage.grow(e/this.#e)),this.#t.copy(t),this.#e=e;let n=np(this.#a(),this.reach);this.stage.illuminate(n.centre,1.25*n.radius);let s=this.floor.height(n.centre.x,n.centre.y);for(let r of[...this.grounds,...this.surfaces])r.centre(n.centre,s)}#h(t,e){this.floor.covers(this.#t,this.reach)||this.floor.raise(t,e);for(let{lines:n}of this.squares)n.spread(t.distanceTo(e))}#u(){let{canvas:t}=this.stage;t.setAttribute("role","img"),t.setAttribute("tabindex","0"),t.setAttribute("aria-label","Replay of the robot in 3-D. Keys: w, a, s, d turn; plus and minus zoom; 1, 2, 3 view from the top, the side, the front; r resets.");let e=new cu,n=X("div",{class:"scale"});this.squares=[...this.grounds,...this.surfaces].map(h=>h.squares).filter(Boolean),this.stage.onDrawn(h=>{e.update(h),n.textContent=$_(h,this.stage.size,this.squares),t.dataset.camera=h.position.toArray().map(u=>u.toFixed(4)).join(" ")});let s=(h,u,f)=>X("button",{type:"button",class:"quiet word",id:`look-${h}`,title:f,on:{click:()=>this.look(h)}},u);this.followControl=O_(this.runs,this.followed,h=>this.setFollowed(h));let r=X("select",{id:"colour-by","aria-label":"Colour of the links",on:{change:()=>this.colourBy(r.value)}},X("option",{value:""},"plain"),this.measures.map(({name:h,unit:u})=>X("option",{value:h},h==="speed"?"by speed":u==="N"?"by |force|":"by |torque|")));this.legend=X("div",{class:"colour-legend",hidden:!0});let[o,a]=this.#d(),l=X("div",{class:"view-buttons",role:"group","aria-label":"Camera"},s("top","Top","View from above (1)"),s("side","Side","View from the side, along y (2)"),s("front","Front","View from the front, along x (3)"),ui("Reset the view (r)",Zn.reset,()=>this.look("reset"),{class:"quiet",id:"look-reset"}),this.followControl.node,...[o].filter(Boolean),r),c=X("div",{class:"legends"},...[this.legend,a,this.#f()].filter(Boolean));this.picture.append(n,e.node),this.holder.prepend(X("div",{class:"view-top"},l,c))}#f(){let t=[["thrust",this.mostThrust,"N"],["current",this.mostCurrent,"m/s"]].filter(([,n])=>n>0);if(!t.length)return null;let e=([n,s,r])=>X("span",{class:`arrow ${n}`},`${n}: longest arrow ${qe(s,2)} ${gn(r)}`);return X("div",{class:"colour-legend",id:"arrow-legend"},...t.map(e))}#d(){return this.fullLoad>0?(this.contactButton=X("button",{type:"button",class:"quiet word",id:"show-contact",title:"Show the contact points (c)","aria-pressed":"true",on:{click:()=>this.setContact(!this.contact)}},"Contact"),this.loadLegend=X("div",{class:"colour-legend",id:"load-legend"},X("span",{class:"title"},"Load of each contact point"),X("span",{class:"bar"}),X("span",{class:"ends"},X("span",{},"0"),X("span",{},`≥ ${qe(this.fullLoad,2)} ${gn("N")}`))),[this.contactButton,this.loadLegend]):[null,null]}};var Ru=class{#t=[];constructor(t){this.all=t,this.visible=t.map(()=>!0)}listen(t){this.#t.push(t)}toggle(t){this.visible[t]=!this.visible[t];for(let e of this.#t)e(this)}buttons(t){if(this.all.length<2)return null;let e=this.all.map((s,r)=>X("button",{type:"button",class:"chip run","aria-pressed":"true",title:`Show or hide ${s.name}`,on:{click:()=>this.toggle(r)}},X("span",{class:"swatch",data:{dash:r%4}}),s.name)),n=()=>{e.forEach((s,r)=>{s.setAttribute("aria-pressed",this.visible[r]),s.firstChild.style.setProperty("--colour",oo(r,t.name))})};return this.listen(n),t.listen(n),n(),X("div",{class:"runs",role:"group","aria-label":"Runs"},e)}};function fx(i){let t=i.filter(({comparison:e})=>e.expected.length||e.unchecked.length);return t.length?X("section",{class:"card",id:"comparison"},X("h2",{},"Comparison with reference values"),t.map(e=>[i.length>1?X("h3",{},e.name):null,e.comparison.expected.length?SA(e.comparison.expected):null,e.comparison.unchecked.length?bA(e.comparison.unchecked):null])):null}function SA(i){return X("div",{class:"scroll",tabindex:"0",role:"region","aria-label":"Comparison with reference values"},X("table",{},X("thead",{},X("tr",{},X("th",{scope:"col"},"metric"),["ours","range","error"].map(t=>X("th",{scope:"col",class:"number"},t)),X("th",{scope:"col"},"unit"),X("th",{scope:"col"},"verdict"),X("th",{scope:"col"},"source"))),X("tbody",{},i.map(MA))))}function MA(i){let t=i.share?` (${jo(i.share)})`:"";return X("tr",{},X("th",{scope:"row"},ur(i.figure),i.case?X("small",{},i.case):null),X("td",{class:"number"},jo(i.ours)),X("td",{class:"number"},jo(i.range)),X("td",{class:"number"},`${jo(i.error)}${t}`),X("td",{class:"unit"},gn(i.unit)),X("td",{},X("span",{class:`verdict ${i.kind}`},`${i.sign} ${i.verdict}`)),X("td",{class:"muted text"},i.source,i.remark?X("p",{},i.remark):null))}function bA(i){return[X("h3",{},"Statements that cannot be checked"),X("ul",{class:"claims"},i.map(({claim:t,reason:e,source:n})=>X("li",{},X("strong",{},t),e?X("p",{},e):null,n?X("p",{class:"muted"},n):null)))]}function dx(i,t){if(!i.length)return null;let e=t.length>1,n=i.filter(({name:r,values:o})=>r.startsWith("work_")&&o.every(a=>!a)),s=i.filter(r=>!n.includes(r));return X("section",{class:"card",id:"metrics"},X("h2",{},"Metrics"),X("div",{class:"scroll",tabindex:"0",role:"region","aria-label":"Metrics"},X("table",{},X("thead",{},X("tr",{},X("th",{scope:"col"},"metric"),t.map(({name:r})=>X("th",{scope:"col",class:`number ${e?"run-name":""}`},e?r:"value")),X("th",{scope:"col"},"unit"),X("th",{scope:"col",class:"wide-only"},"description"))),[...new Set(s.map(({group:r})=>r))].map(r=>wA(r,s.filter(o=>o.group===r),e)))),n.length?X("p",{class:"muted note"},`No work by: ${n.map(({name:r})=>ur(r.slice(5))).join(", ")}.`):null)}function wA(i,t,e){let n=3+t[0].values.length;return X("tbody",{data:{group:i}},X("tr",{class:"group"},X("th",{scope:"rowgroup",colspan:String(n)},i.slice(0,1).toUpperCase()+i.slice(1))),t.map(s=>X("tr",{},X("th",{scope:"row",title:s.description},ur(s.name),e?null:X("small",{class:"narrow-only"},s.description)),s.values.map(r=>X("td",{class:"number"},qe(r))),X("td",{class:"unit"},gn(s.unit)),X("td",{class:"muted wide-only"},s.description))))}function px(i){return i.map(t=>X("section",{class:"card origin"},X("h2",{},i.length>1?`Origin of ${t.name}`:"Origin"),X("dl",{class:"facts"},t.facts.map(([e,n])=>X("div",{},X("dt",{},e),X("dd",{},n)))),t.scenario?EA(t.scenario):X("p",{class:"muted"},"Made in Python, without a scenario file.")))}function EA(i){let t=X("pre",{tabindex:"0"},X("code",{},i)),e=X("button",{type:"button",class:"chip plain",on:{click:()=>TA(i,t,e)}},"Copy");return X("details",{class:"scenario"},X("summary",{},"Scenario"),X("div",{class:"code"},e,t))}async function TA(i,t,e){try{await navigator.clipboard.writeText(i),e.textContent="Copied"}catch{getSelection().selectAllChildren(t),e.textContent=document.execCommand("copy")?"Copied":"Selected: press Ctrl+C"}setTimeout(()=>{e.textContent="Copy"},2e3)}var Pu=class{#t=[];#e=null;#n=matchMedia("(prefers-color-scheme: dark)");constructor(){this.#n.addEventListener("change",()=>this.#i()),this.#i()}get name(){return this.#e??(this.#n.matches?"dark":"light")}colour(t){return getComputedStyle(document.documentElement).getPropertyValue(t).trim()}listen(t){this.#t.push(t)}button(){return ui("Light or dark",Zn.theme,()=>{this.#e=this.name==="dark"?"light":"dark",this.#i()},{class:"quiet",id:"theme"})}#i(){document.documentElement.dataset.theme=this.name;for(let t of this.#t)t(this)}};function mx(i){let t=ui("Play or pause (space)",Zn.play,()=>i.toggle(),{class:"play",id:"play"}),e=ui("One frame back (left arrow)",Zn.back,()=>i.step(-1),{class:"quiet frame-step"}),n=ui("One frame forward (right arrow)",Zn.forward,()=>i.step(1),{class:"quiet frame-step"}),s=ui("Start again at the end (l)",Zn.loop,()=>i.setLoop(!i.loop),{class:"quiet",id:"loop","aria-pressed":"false"}),r=X("select",{id:"speed","aria-label":"Speed of the replay",title:"Speed ([ and ])",on:{change:()=>i.setSpeed(Number(r.value))}},$r.map(u=>X("option",{value:u,selected:u===1},`${u}×`))),o=X("input",{type:"range",id:"scrubber",min:i.start,max:i.end,step:"any",value:i.start,"aria-label":"Time",on:{input:()=>i.seek(Number(o.value))}}),a=i.end-i.start<2?3:2,l=X("span",{class:"now"}),c=X("output",{id:"time",for:"scrubber"},l,` / ${wl(i.end,a)} s`),h=()=>{l.textContent=wl(i.time,a),o.value=i.time,o.setAttribute("aria-valuetext",`${wl(i.time,a)} s`);let u=(i.time-i.start)/(i.end-i.start||1);o.style.setProperty("--share",`${100*u}%`)};return i.listen((u,f)=>{h(),f==="state"&&(t.replaceChildren(Vu(i.playing?Zn.pause:Zn.play)),t.dataset.playing=i.playing,s.setAttribute("aria-pressed",i.loop),r.value=i.speed)}),h(),X("div",{class:"transport",role:"group","aria-label":"Replay"},t,e,n,o,c,r,s)}async function AA(){let i=document.getElementById("page"),t=new Pu;try{let e=document.getElementById("payload"),n=await Lp(e.textContent);e.remove(),CA(i,n,t),document.documentElement.dataset.ready="yes"}catch(e){throw i.replaceChildren(X("p",{class:"banner",role:"alert"},`This report cannot be shown: ${e.message}`)),e}}function CA(i,t,e){let{runs:n}=t,s=new Ru(n),r=new El(Math.min(...n.map(l=>l.end[0])),Math.max(...n.map(l=>l.end[1])),PA(n)),o=X("div",{class:"view",id:"view"}),a=new Zl({runs:n,chosen:s,player:r,theme:e});i.replaceChildren(Rp(t,e),X("main",{},X("div",{class:"stage"},X("div",{class:"stage-inner card"},s.buttons(e)??"",o,mx(r))),a.node,X("div",{class:"tables"},...[dx(t.metrics,n),fx(n),...px(n)].filter(Boolean))),IA()),Ip(r,RA(o,t,s,r,e))}function RA(i,t,e,n,s){let r=(...o)=>i.replaceChildren(X("p",{class:"no-view",id:"no-view"},...o));if(t.runs.every(({replay:o})=>!o.times.nRows||!o.links.length))return r("No row of the recording has finite positions, so there is no replay."),null;if(!Q_())return r("WebGL 2 is disabled or missing in this browser, so there is no 3-D replay. Plots, tables and the time bar below are available."),null;try{return new Cu(i,t,e,n,s)}catch(o){return r(`The 3-D view could not start (${o.message}). Plots, tables and the time bar below are available.`),null}}function PA(i){let t=new Float64Array(i.flatMap(({replay:e})=>[...e.times.curve(0)])).sort();return t.filter((e,n)=>n===0||e-t[n-1]>1e-9)}function IA(){let i=t=>X("kbd",{},t);return X("footer",{},X("p",{class:"keys"},i("space")," play  ",i("←"),i("→")," frame  ",i("["),i("]")," speed  ",i("l")," loop  ",i("f")," follow  ",i("c")," contact  ",i("r")," reset  ",i("1"),i("2"),i("3")," top, side, front"),X("p",{},"Made by snakelab. Built with three.js and uPlot, both under the MIT licence: © 2010–2026 three.js authors, © 2022 Leon Sorokin."))}AA();})();
